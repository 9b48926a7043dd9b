import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { must } from './environment.mjs'
import {
	chromium,
	ensureSystemPackages,
	ffmpeg,
	haproxy,
	notoFonts,
	pgbouncer,
	postgres15,
} from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, ffmpeg, haproxy, notoFonts, pgbouncer, postgres15])
ensureBuilt()
check()
// These tests must also pass on an external PostgreSQL; 15 is the oldest supported version.
must('node', [
	'tools/on-postgres15.ts',
	'src/platform/pg/db.test.ts',
	'src/platform/rest',
	'src/platform/realtime',
	'src/platform/storage',
	'src/platform/user-functions',
	'src/product',
	'test/system/gateway.test.ts',
	'test/system/two-nodes',
	'test/system/pgbouncer.test.ts',
	// Tests without a database, or with their own PostgreSQL, run only once.
	...[
		'**/storage/render/*',
		'**/s3*',
		'**/wire/fuzz*',
		'**/changes/outages*',
		'**/rest/**/{compile,headers,parse-query,plan-cache}.test.ts',
		'**/product/{forms/form-proof,submissions/parse-multipart,walls/wall-cursor}.test.ts',
	].map((of) => `--exclude=${of}`),
])
// The policies must also hold where no role passes row-level security by an attribute.
must('node', [
	'tools/on-postgres15.ts',
	'--limited-owner',
	'test/policies',
	'src/product/people',
	'src/platform/storage/objects',
])
// The fuzzer's requests are the same on every machine, and limited to twenty seconds;
// `node tools/wire-fuzz.ts --seconds 600` sends more.
must('node', ['tools/wire-fuzz.ts', '--seed', '1', '--requests', '15000'])
must('playwright', ['test'])
