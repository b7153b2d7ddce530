import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutDuplicates } from './duplicates';

const syntax = { code: { value: 'yaml-syntax' } };
const refused = { code: { value: 'invalid' } };
const plain = { code: 'json-syntax' };
const uncoded = {};

test('errors of syntax are shown once', () => {
	assert.deepEqual(withoutDuplicates([syntax, refused, plain, uncoded], true), [refused, uncoded]);
});

test('errors of syntax are shown if nobody else shows them', () => {
	assert.deepEqual(withoutDuplicates([syntax, refused, plain, uncoded], false), [syntax, refused, plain, uncoded]);
});
