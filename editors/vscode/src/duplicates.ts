/** The codes of files that are no YAML or no JSON. Other extensions mark the same places. */
const syntax = new Set<unknown>(['yaml-syntax', 'json-syntax']);

/** What identifies a diagnostic of VS Code. */
export interface Coded {
	code?: string | number | { value: string | number };
}

/** Returns the diagnostics without those that another extension shows for the same file. */
export function withoutDuplicates<D extends Coded>(diagnostics: D[], othersCheckSyntax: boolean): D[] {
	return othersCheckSyntax ? diagnostics.filter(diagnostic => !syntax.has(codeOf(diagnostic))) : diagnostics;
}

function codeOf(diagnostic: Coded): string | number | undefined {
	return typeof diagnostic.code === 'object' ? diagnostic.code.value : diagnostic.code;
}
