import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { findProgram } from './program';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'crdtool-vscode-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

function file(name: string, mode: number): string {
	const full = path.join(root, name);
	fs.mkdirSync(path.dirname(full), { recursive: true });
	fs.writeFileSync(full, '', { mode });
	return full;
}

const inPath = file('usr/crdtool', 0o755);
const inFolder = file('project/bin/crdtool', 0o755);
const inHome = file('home/go/bin/crdtool', 0o755);
const exe = file('windows/crdtool.exe', 0o755);
file('first/crdtool', 0o644); // not executable
fs.mkdirSync(path.join(root, 'second/crdtool'), { recursive: true }); // a folder

const where = {
	path: ['first', 'second', 'usr'].map(folder => path.join(root, folder)).join(path.delimiter),
	home: path.join(root, 'home'),
	trustedFolder: path.join(root, 'project'),
	windows: false,
};

test('a name is searched for in PATH, past what cannot be run', () => {
	assert.equal(findProgram('crdtool', where), inPath);
	assert.equal(findProgram('crdtool-2', where), undefined);
});

test('a relative path begins at the folder of the workspace', () => {
	assert.equal(findProgram('bin/crdtool', where), inFolder);
	assert.equal(findProgram('./bin/crdtool', where), inFolder);
});

test('a workspace that is not trusted cannot choose the program', () => {
	assert.equal(findProgram('bin/crdtool', { ...where, trustedFolder: undefined }), undefined);
	const before = process.cwd();
	process.chdir(path.join(root, 'project'));
	try {
		assert.equal(findProgram('crdtool', { ...where, path: ['bin', '', where.path].join(path.delimiter) }), inPath);
	} finally {
		process.chdir(before);
	}
});

test('an absolute path and one in the home are taken as they are', () => {
	assert.equal(findProgram(inFolder, { ...where, trustedFolder: undefined }), inFolder);
	assert.equal(findProgram('~/go/bin/crdtool', where), inHome);
	assert.equal(findProgram(path.join(root, 'first', 'crdtool'), where), undefined);
});

test('on Windows the ending is added', () => {
	assert.equal(findProgram('crdtool', { ...where, path: path.join(root, 'windows'), windows: true }), exe);
});

test('an empty setting names no program', () => {
	assert.equal(findProgram(' ', where), undefined);
});
