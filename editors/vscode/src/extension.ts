import * as os from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { withoutDuplicates } from './duplicates';
import { findProgram } from './program';

const installPage = 'https://github.com/crdtool/crdtool/blob/main/docs/install.md';

/** The settings that the server reads once, when it starts. */
const settingsOfStart = ['crdtool.path', 'crdtool.inlayHints', 'crdtool.codeLens'];

let client: LanguageClient | undefined;
/** Starts and stops follow one another: two restarts at once would leave a second server. */
let last: Promise<void> = Promise.resolve();

export function activate(context: vscode.ExtensionContext): Promise<void> {
	const output = vscode.window.createOutputChannel('crdtool', { log: true });
	const restart = () => last = last.then(stop).then(() => start(output));
	context.subscriptions.push(
		output,
		vscode.commands.registerCommand('crdtool.restart', restart),
		vscode.commands.registerCommand('crdtool.showOutput', () => output.show()),
		vscode.workspace.onDidGrantWorkspaceTrust(restart),
		vscode.workspace.onDidChangeConfiguration(event => {
			if (settingsOfStart.some(setting => event.affectsConfiguration(setting))) {
				void restart();
			}
		}),
	);
	return restart();
}

export function deactivate(): Promise<void> {
	return last.then(stop);
}

async function stop(): Promise<void> {
	const stopped = client;
	client = undefined;
	try {
		await stopped?.dispose();
	} catch {
		// A server that ended by itself cannot be stopped.
	}
}

async function start(output: vscode.LogOutputChannel): Promise<void> {
	const settings = vscode.workspace.getConfiguration('crdtool');
	const setting = settings.get('path', 'crdtool');
	const program = findProgram(setting, {
		path: process.env.PATH ?? '',
		home: os.homedir(),
		trustedFolder: vscode.workspace.isTrusted ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath : undefined,
		windows: process.platform === 'win32',
	});
	if (program === undefined) {
		void reportMissing(setting);
		return;
	}
	output.info(`starting ${program} lsp`);
	client = new LanguageClient('crdtool', 'crdtool', { command: program, args: ['lsp'] }, {
		documentSelector: ['yaml', 'json', 'go'].map(language => ({ scheme: 'file', language })),
		outputChannel: output,
		initializationOptions: {
			inlayHints: settings.get('inlayHints', false),
			codeLens: settings.get('codeLens', true),
		},
		middleware: {
			handleDiagnostics: (uri, diagnostics, next) => next(uri, withoutDuplicates(diagnostics, othersCheckSyntax(uri))),
		},
	});
	try {
		await client.start();
	} catch (error) {
		// The client has shown the error already.
		output.error(`${program} lsp did not start: ${error}`);
	}
}

async function reportMissing(setting: string): Promise<void> {
	const choice = await vscode.window.showErrorMessage(
		`crdtool checks nothing, as the program "${setting}" was not found. Install crdtool, or set crdtool.path.`,
		'Open Settings', 'How to Install');
	if (choice === 'Open Settings') {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'crdtool.path');
	} else if (choice === 'How to Install') {
		await vscode.env.openExternal(vscode.Uri.parse(installPage));
	}
}

/** Reports whether VS Code itself, for JSON, or the extension YAML marks errors of syntax in a file. */
function othersCheckSyntax(uri: vscode.Uri): boolean {
	if (uri.path.endsWith('.json')) {
		return vscode.workspace.getConfiguration('json', uri).get('validate.enable', true);
	}
	return vscode.extensions.getExtension('redhat.vscode-yaml') !== undefined
		&& vscode.workspace.getConfiguration('yaml', uri).get('validate', true);
}
