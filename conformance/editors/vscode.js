// Plays the steps of $STEPS in VS Code (code-server in Chromium) with the extension $VSIX, which starts $CRDTOOL. It
// writes what VS Code shows after each step into $RESULTS, and pictures into $PICTURES. $CODE_SERVER and $CHROMIUM are
// programs, and $NODE_PATH has the module playwright-core.

const { spawn, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { chromium } = require('playwright-core');

const project = process.env.PROJECT;
const patience = 60000; // milliseconds for one answer
const silence = 2000; // milliseconds without a change

const settings = {
	'workbench.startupEditor': 'none',
	'editor.autoClosingBrackets': 'never',
	'editor.autoClosingQuotes': 'never',
	'editor.acceptSuggestionOnEnter': 'off',
	'editor.acceptSuggestionOnCommitCharacter': false,
	'editor.hover.delay': 100,
	'extensions.ignoreRecommendations': true,
	'problems.defaultViewMode': 'table',
	'security.workspace.trust.enabled': false,
	'crdtool.path': process.env.CRDTOOL, // PATH is that of a login shell
	'crdtool.trace.server': 'verbose',
};

let page, opened, pictures = 0;

/** Starts code-server with the extension, and returns its process and its address. */
async function serve() {
	const data = path.join(process.env.HOME, 'code-server');
	fs.mkdirSync(path.join(data, 'User'), { recursive: true });
	fs.writeFileSync(path.join(data, 'User/settings.json'), JSON.stringify(settings));
	const flags = ['--user-data-dir', data, '--extensions-dir', path.join(data, 'extensions')];
	execFileSync(process.env.CODE_SERVER, [...flags, '--install-extension', process.env.VSIX], { stdio: 'inherit' });
	const port = await freePort();
	const server = spawn(process.env.CODE_SERVER,
		[...flags, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'],
		{ stdio: 'inherit', detached: true });
	for (const end = Date.now() + patience; ; await pause(200)) {
		try {
			await fetch(`http://127.0.0.1:${port}/healthz`);
			return { server, address: `http://127.0.0.1:${port}/?folder=${project}` };
		} catch (error) {
			if (Date.now() > end) {
				throw error;
			}
		}
	}
}

/** Prints the end of the extension's log, which has the messages between VS Code and the server. */
function printLog() {
	const logs = path.join(process.env.HOME, 'code-server/logs');
	for (const name of fs.readdirSync(logs, { recursive: true }).filter(name => name.endsWith('crdtool.log'))) {
		console.error(fs.readFileSync(path.join(logs, name), 'utf8').slice(-20000));
	}
}

function freePort() {
	return new Promise(resolve => {
		const server = net.createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}

function pause(milliseconds) {
	return new Promise(resolve => setTimeout(resolve, milliseconds));
}

async function picture(name) {
	if (process.env.PICTURES) {
		await page.screenshot({ path: path.join(process.env.PICTURES, `${String(++pictures).padStart(2, '0')}-${name}.png`) });
	}
}

async function command(title) {
	await page.keyboard.press('F1');
	await page.waitForSelector('.quick-input-widget .quick-input-box input', { state: 'visible' });
	await page.keyboard.type(title);
	await pause(400);
	await page.keyboard.press('Enter');
	await pause(400);
}

/** Opens a file of the project in the only editor. */
async function show(file) {
	await command('File: Save All Files');
	await command('View: Close All Editors');
	await page.keyboard.press('Control+p');
	await page.waitForSelector('.quick-input-widget .quick-input-box input', { state: 'visible' });
	await page.keyboard.type(file);
	await page.waitForSelector('.quick-input-list .monaco-list-row');
	await pause(700);
	await page.keyboard.press('Enter');
	await page.waitForSelector(`.editor-instance[data-uri], .tab.active[aria-label*="${path.basename(file)}"]`);
	await page.waitForSelector('.view-lines .view-line');
	await pause(500);
}

/** Returns the text of the open file, which is saved. */
async function text() {
	await page.keyboard.press('Control+s');
	await pause(500);
	return fs.readFileSync(path.join(project, opened), 'utf8');
}

async function go(line, column) {
	await page.keyboard.press('Control+g');
	await page.waitForSelector('.quick-input-widget .quick-input-box input', { state: 'visible' });
	await page.keyboard.type(`${line}:${column}`);
	await page.keyboard.press('Enter');
	await pause(300);
}

/** Puts the cursor behind the first occurrence of words, or that many characters before. */
async function behind(words, before = 0) {
	const all = await text();
	const at = all.indexOf(words);
	if (at < 0) {
		throw new Error(`no text ${words}`);
	}
	const lines = all.slice(0, at + words.length).split('\n');
	await go(lines.length, lines.at(-1).length + 1 - before);
}

/** Returns the problems that the table lists, when they change no more. */
async function diagnostics() {
	let rows = [];
	for (let since = Date.now(), end = since + patience; Date.now() - since < silence && Date.now() < end; await pause(100)) {
		const now = await page.$$eval('.markers-panel .monaco-table .monaco-list-row',
			rows => rows.map(row => [...row.querySelectorAll('.monaco-table-td')].map(cell => cell.textContent)));
		if (JSON.stringify(now) !== JSON.stringify(rows)) {
			rows = now;
			since = Date.now();
		}
	}
	return rows.map(([, code, message, file]) => ({ code: code.replace(/^crdtool/, ''), message, line: Number(/\[Ln (\d+),/.exec(file)?.[1] ?? 0) }));
}

async function visible(selector) {
	await page.waitForSelector(selector, { state: 'visible', timeout: patience });
	await pause(300);
	return page.$$eval(selector, found => found.map(element => element.textContent));
}

const does = {
	async open(step) {
		opened = step.open;
		await show(opened);
		if (!step.clean) {
			await visible('.markers-panel .monaco-list-row');
		}
		const found = await diagnostics();
		await picture('open');
		return { diagnostics: found };
	},

	async replace(step) {
		await behind(step.replace);
		for (let i = 0; i < step.replace.length; i++) {
			await page.keyboard.press('Backspace');
		}
		await page.keyboard.type(step.by, { delay: 30 });
		await page.keyboard.press('Escape');
		const found = await diagnostics();
		await picture('replace');
		return { diagnostics: found };
	},

	async complete(step) {
		await behind(step.after);
		await page.keyboard.press('Control+Space');
		const labels = await visible('.suggest-widget.visible .monaco-list-row .label-name');
		await picture('complete');
		await page.keyboard.press('Escape');
		return { labels };
	},

	async hover(step) {
		await behind(step.after, 1);
		await page.keyboard.press('Control+k');
		await page.keyboard.press('Control+i');
		const texts = await visible('.monaco-hover:not(.hidden) .hover-contents');
		await picture('hover');
		await page.keyboard.press('Escape');
		return { hover: texts.join('\n') };
	},

	async definition(step) {
		await behind(step.after, 1);
		await page.keyboard.press('F12');
		await pause(1500);
		const status = (await visible('.statusbar-item[id="status.editor.selection"]'))[0];
		const name = await page.$eval('.tab.active', tab => tab.getAttribute('data-resource-name'));
		const crumbs = await page.$$eval('.breadcrumbs-control .monaco-breadcrumb-item', items => items.map(item => item.textContent));
		const file = crumbs.slice(0, crumbs.indexOf(name) + 1).join('/'); // symbols follow
		const line = Number(/\d+/.exec(status)[0]);
		await picture('definition');
		const place = { file, text: fs.readFileSync(path.join(project, file), 'utf8').split('\n')[line - 1] };
		await show(opened);
		return { place };
	},

	async action(step) {
		await behind(step.after, 1);
		await page.keyboard.press('Control+.');
		const titles = await visible('.action-widget .monaco-list-row.action');
		await picture('action');
		const index = titles.findIndex(title => title.includes(step.action));
		if (index < 0) {
			throw new Error(`no action ${step.action} in ${titles}`);
		}
		for (let i = 0; i < index; i++) {
			await page.keyboard.press('ArrowDown');
		}
		await page.keyboard.press('Enter');
		await pause(1000);
		return { diagnostics: await diagnostics(), text: await text() };
	},

	async rename(step) {
		await behind(step.after, 1);
		await page.keyboard.press('F2');
		await page.waitForFunction(() => document.activeElement?.closest('.rename-box'), null, { timeout: patience });
		await page.keyboard.type(step.rename);
		await picture('rename');
		await page.keyboard.press('Enter');
		await pause(2000);
		await picture('renamed');
		return { text: await text() };
	},
};

async function main() {
	const { server, address } = await serve();
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM, headless: true,
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
			'--disable-component-update', '--disable-sync'],
	});
	const results = [];
	try {
		page = await browser.newPage({ viewport: { width: 1400, height: 1100 } });
		page.setDefaultTimeout(patience);
		page.setDefaultNavigationTimeout(patience);
		await page.goto(address, { waitUntil: 'domcontentloaded' });
		await page.waitForSelector('.monaco-workbench');
		await page.waitForSelector('.explorer-folders-view .monaco-list-row');
		await page.keyboard.press('Control+Shift+m'); // the list of problems
		const steps = JSON.parse(fs.readFileSync(process.env.STEPS, 'utf8'));
		opened = steps[0].open;
		await show(opened);
		await visible('.markers-panel .monaco-list-row'); // the extension has started
		for (const step of steps) {
			try {
				results.push(await does[step.do](step));
			} catch (error) {
				await picture('failed');
				printLog();
				results.push({ error: String(error) });
				break;
			}
		}
	} finally {
		fs.writeFileSync(process.env.RESULTS, JSON.stringify(results));
		await browser.close();
		process.kill(-server.pid);
	}
}

main().then(() => process.exit(0), error => {
	console.error(error);
	process.exit(1);
});
