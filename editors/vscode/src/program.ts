import * as fs from 'node:fs';
import * as path from 'node:path';

/** Where a program is searched for. */
export interface Surroundings {
	/** The value of PATH. */
	path: string;
	/** The user's home, for a setting that begins with ~/. */
	home: string;
	/** The first folder of the workspace, if it is trusted. */
	trustedFolder?: string;
	windows: boolean;
}

/** Returns the absolute path of the program that the setting crdtool.path names, or undefined if there is none. */
export function findProgram(setting: string, where: Surroundings): string | undefined {
	return candidates(setting.trim(), where)
		.flatMap(file => where.windows ? [file, file + '.exe'] : [file])
		.find(isProgram);
}

function candidates(setting: string, where: Surroundings): string[] {
	if (setting === '') {
		return [];
	}
	if (/^~[/\\]/.test(setting)) {
		return [path.join(where.home, setting.slice(2))];
	}
	if (path.isAbsolute(setting)) {
		return [setting];
	}
	if (/[/\\]/.test(setting)) {
		return where.trustedFolder === undefined ? [] : [path.join(where.trustedFolder, setting)];
	}
	// Relative folders of PATH would let the workspace choose the program.
	return where.path.split(path.delimiter).filter(folder => path.isAbsolute(folder)).map(folder => path.join(folder, setting));
}

function isProgram(file: string): boolean {
	try {
		fs.accessSync(file, fs.constants.X_OK);
		return fs.statSync(file).isFile();
	} catch {
		return false;
	}
}
