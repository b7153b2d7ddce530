;;; Plays the steps of $STEPS in Emacs with eglot, and writes what Emacs shows after each into $RESULTS.  -*- lexical-binding: t -*-

(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)
(require 'subr-x)
(require 'xref)

(defvar patience 60 "The seconds of one answer.")
(defvar silence 2 "The seconds in which a clean file has to stay without diagnostics.")

;; A mode for YAML is a package of its own.
(unless (require 'yaml-mode nil t)
  (define-derived-mode yaml-mode prog-mode "YAML" "Edits YAML."))
(add-to-list 'auto-mode-alist '("\\.ya?ml\\'" . yaml-mode))

(setq eglot-confirm-server-initiated-edits nil
      eglot-confirm-server-edits nil
      eglot-autoshutdown nil
      make-backup-files nil
      create-lockfiles nil)

;; eglot before 1.12 asks whether to edit other files.
(fset 'y-or-n-p (lambda (&rest _) t))

(defvar published (make-hash-table :test #'equal) "The number of diagnostics that came, by URI.")

(advice-add 'eglot-handle-notification :before
            (lambda (_server method &rest params)
              (when (eq method 'textDocument/publishDiagnostics)
                (let ((uri (plist-get params :uri)))
                  (puthash uri (1+ (gethash uri published 0)) published)))))

(defun wait (what done)
  "Wait until DONE returns a value, and return that."
  (let ((end (+ (float-time) patience)) value)
    (while (not (setq value (funcall done)))
      (when (> (float-time) end) (error "no %s" what))
      (accept-process-output nil 0.05))
    value))

(defun settle (what done)
  "Wait until DONE returns a value, and for what follows at once."
  (wait what done)
  (let ((end (+ (float-time) 1)))
    (while (< (float-time) end) (accept-process-output nil 0.05))))

(defun uri ()
  (if (fboundp 'eglot-path-to-uri)
      (eglot-path-to-uri buffer-file-name)
    (eglot--path-to-uri buffer-file-name)))

(defun diagnostics ()
  (flymake-start)
  (vconcat
   (mapcar (lambda (d)
             (let ((lsp (alist-get 'eglot-lsp-diag (flymake-diagnostic-data d))))
               `((line . ,(line-number-at-pos (flymake-diagnostic-beg d)))
                 (code . ,(or (plist-get lsp :code) ""))
                 (message . ,(flymake-diagnostic-text d)))))
           (flymake-diagnostics))))

(defun all-text ()
  (save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max))))

(defun after-edit (edit)
  "Call EDIT, and wait for the diagnostics of the text."
  (let ((before (gethash (uri) published 0)))
    (funcall edit)
    (eglot--signal-textDocument/didChange)
    (settle "diagnostics" (lambda () (> (gethash (uri) published 0) before)))))

(defun do-open (step)
  (find-file (expand-file-name (alist-get 'open step) (getenv "PROJECT")))
  (run-hooks 'post-command-hook)        ; as after a command of the user
  (wait "server" #'eglot-current-server)
  (let ((end (+ (float-time) silence)))
    (settle "diagnostics" (lambda () (if (alist-get 'clean step) (> (float-time) end) (gethash (uri) published)))))
  `((diagnostics . ,(diagnostics))))

(defun do-replace (step)
  (goto-char (point-min))
  (search-forward (alist-get 'replace step))
  (after-edit (lambda ()
                (replace-match "")
                (seq-doseq (c (alist-get 'by step)) (insert c))))
  `((diagnostics . ,(diagnostics))))

(defun do-complete (_step)
  (let ((found (eglot-completion-at-point)))
    `((labels . ,(vconcat
                  (mapcar (lambda (label) (string-trim (substring-no-properties label)))
                          (let* ((table (nth 2 found))
                                 (order (completion-metadata-get (completion-metadata "" table nil) 'display-sort-function))
                                 (all (all-completions (buffer-substring-no-properties (nth 0 found) (point)) table)))
                            (if order (funcall order all) all))))))))

(defun do-hover (_step)
  (let (text)
    (backward-char)
    (eglot-hover-eldoc-function (lambda (string &rest _) (setq text (or string ""))))
    `((hover . ,(substring-no-properties (wait "hover" (lambda () text)))))))

(defun do-definition (_step)
  (backward-char)
  (let ((origin (current-buffer)))
    (call-interactively #'xref-find-definitions)
    (prog1 `((place . ((file . ,(file-relative-name buffer-file-name (getenv "PROJECT")))
                       (text . ,(buffer-substring-no-properties (line-beginning-position) (line-end-position))))))
      (switch-to-buffer origin))))

(defun do-action (step)
  (backward-char)
  (after-edit
   (lambda ()
     (cl-letf (((symbol-function 'completing-read)
                (lambda (_prompt titles &rest _)
                  (or (seq-find (lambda (title) (string-search (alist-get 'action step) title))
                                (mapcar (lambda (title) (if (consp title) (car title) title)) titles))
                      (error "no action %s in %S" (alist-get 'action step) titles)))))
       (let ((last-nonmenu-event ?x))   ; not by the mouse
         (call-interactively #'eglot-code-actions)))))
  `((text . ,(all-text)) (diagnostics . ,(diagnostics))))

(defun do-rename (step)
  (backward-char)
  (eglot-rename (alist-get 'rename step))
  `((text . ,(all-text))))

(defun play (step)
  (when-let ((words (alist-get 'after step)))
    (goto-char (point-min))
    (search-forward words))
  (funcall (intern (concat "do-" (alist-get 'do step))) step))

(defun read-steps ()
  (with-temp-buffer
    (insert-file-contents (getenv "STEPS"))
    (json-parse-buffer :object-type 'alist :array-type 'list)))

(let (results)
  (catch 'failed
    (dolist (step (read-steps))
      (condition-case failure
          (push (play step) results)
        (error
         (push `((error . ,(error-message-string failure))) results)
         (throw 'failed nil)))))
  (let ((coding-system-for-write 'utf-8))
    (with-temp-file (getenv "RESULTS")
      (insert (json-serialize (vconcat (nreverse results)))))))
(kill-emacs 0)
