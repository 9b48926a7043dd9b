import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { must } from './environment.mjs'
import {
	chromium,
	ensureSystemPackages,
	notoFonts,
	pgbouncer,
	postgres15,
} from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, notoFonts, pgbouncer, postgres15])
ensureBuilt()
check()
// What an operator's own PostgreSQL must do as well; 15 is the oldest that we promise.
must('node', [
	'test/on-postgres15.ts',
	'db',
	'src/server/pg/db.test.ts',
	'src/server/rest',
	'src/server/realtime',
	'src/server/storage',
	'src/server/functions',
	'test/gateway.test.ts',
	'test/two-nodes',
	'test/pgbouncer.test.ts',
	// What never meets the database, or starts one of its own, is tried once.
	...[
		'**/storage/render/*',
		'**/s3*',
		'**/wire/fuzz*',
		'**/changes/outages*',
		'**/rest/{compile,headers,parse-query,plan-cache}.test.ts',
		'**/functions/{form-proof,multipart,wall-cursor}.test.ts',
	].map((of) => `--exclude=${of}`),
])
// Broken requests, the same ones on every machine, or as many of them as it sends in twenty seconds;
// `node test/wire-fuzz.ts --seconds 600` goes further.
must('node', ['test/wire-fuzz.ts', '--seed', '1', '--requests', '15000'])
must('playwright', ['test'])
