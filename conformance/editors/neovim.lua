-- Plays the steps of $STEPS in Neovim 0.7 or newer, and writes what Neovim shows after each into $RESULTS.

local timeout = 60000 -- milliseconds for one answer
local silence = 2000 -- milliseconds in which a clean file has to stay without diagnostics

local published = {} -- by URI: the version of the newest diagnostics, or false if they have none
local publish = vim.lsp.handlers["textDocument/publishDiagnostics"]
vim.lsp.handlers["textDocument/publishDiagnostics"] = function(err, result, ...)
  published[result.uri] = result.version or false
  return publish(err, result, ...)
end

local function wait(what, done)
  if not vim.wait(timeout, done, 10) then
    error("no " .. what)
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") .. "\n"
end

local function shown()
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    local lsp = d.user_data and d.user_data.lsp or {}
    table.insert(found, { line = d.lnum + 1, code = d.code or lsp.code or "", message = d.message })
  end
  return found
end

-- Returns the diagnostics of the newest version of the text.
local function diagnostics()
  local uri = vim.uri_from_bufnr(0)
  local function newest()
    -- Neovim sends changes late, and counts versions in its own way.
    local version = published[uri]
    return version == false or version == vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()]
  end
  wait("diagnostics", newest)
  vim.wait(300, function() return false end)
  wait("diagnostics", newest)
  return shown()
end

-- Returns the row, from 1, and the column in bytes of the end of the first occurrence of words.
local function find(words)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local _, last = line:find(words, 1, true)
    if last then
      return row, last
    end
  end
  error("no text " .. words)
end

local function changed(act)
  local before = vim.api.nvim_buf_get_changedtick(0)
  act()
  wait("edit", function() return vim.api.nvim_buf_get_changedtick(0) ~= before end)
end

local does = {}

function does.open(step)
  vim.cmd("edit " .. step.open)
  if step.clean then
    vim.wait(silence, function() return false end)
    return { diagnostics = shown() }
  end
  return { diagnostics = diagnostics() }
end

function does.replace(step)
  local row, last = find(step.replace)
  published[vim.uri_from_bufnr(0)] = nil
  vim.api.nvim_buf_set_text(0, row - 1, last - #step.replace, row - 1, last, { "" })
  vim.api.nvim_win_set_cursor(0, { row, last - #step.replace })
  for i = 1, #step.by do -- as if it were typed
    local at = last - #step.replace + i - 1
    vim.api.nvim_buf_set_text(0, row - 1, at, row - 1, at, { step.by:sub(i, i) })
  end
  return { diagnostics = diagnostics() }
end

function does.complete()
  local row, last = find(vim.b.after)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = row - 1, character = last } }
  local items = {}
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/completion", params, timeout) or {}) do
    vim.list_extend(items, answer.result and (answer.result.items or answer.result) or {})
  end
  table.sort(items, function(a, b) return (a.sortText or a.label) < (b.sortText or b.label) end)
  return { labels = vim.tbl_map(function(item) return item.label end, items) }
end

function does.hover()
  local function float()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        return window
      end
    end
  end
  vim.lsp.buf.hover()
  wait("hover", float)
  local window = float()
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
  vim.api.nvim_win_close(window, true)
  return { hover = table.concat(lines, "\n") }
end

function does.definition()
  local buffer, before = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)
  vim.lsp.buf.definition()
  wait("definition", function()
    return buffer ~= vim.api.nvim_get_current_buf() or not vim.deep_equal(before, vim.api.nvim_win_get_cursor(0))
  end)
  local place = { file = vim.fn.expand("%:."), text = vim.api.nvim_get_current_line() }
  vim.api.nvim_set_current_buf(buffer)
  return { place = place }
end

function does.action(step)
  local select = vim.ui.select
  local titles = {}
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      local title = options.format_item and options.format_item(item) or tostring(item)
      table.insert(titles, title)
      if title:find(step.action, 1, true) then
        return choose(item)
      end
    end
    error("no action " .. step.action .. " in " .. table.concat(titles, ", "))
  end
  published[vim.uri_from_bufnr(0)] = nil
  changed(vim.lsp.buf.code_action)
  vim.ui.select = select
  return { text = text(), diagnostics = diagnostics() }
end

function does.rename(step)
  changed(function() vim.lsp.buf.rename(step.rename) end)
  return { text = text() }
end

local function play(step)
  if step.after then
    local row, last = find(step.after)
    vim.api.nvim_win_set_cursor(0, { row, last - 1 })
    vim.b.after = step.after
  end
  return does[step["do"]](step)
end

local function read(name)
  return table.concat(vim.fn.readfile(name), "\n")
end

vim.opt.hidden = true
vim.opt.swapfile = false
local results = {}
for i, step in ipairs(vim.json.decode(read(vim.env.STEPS))) do
  local ok, result = pcall(play, step)
  results[i] = ok and result or { error = tostring(result) }
  if not ok then
    break
  end
end
vim.fn.writefile({ vim.json.encode(results) }, vim.env.RESULTS)
vim.cmd("qall!")
