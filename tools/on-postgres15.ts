import { spawnSync } from 'node:child_process'
import { keepTmpdirInMemory } from '#test/support/memory-tmpdir.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'

keepTmpdirInMemory()

/**
 * Runs the tests on Debian's PostgreSQL 15 by DATABASE_URL, after it compared the baseline's dump with the old migrations'.
 * Run: `node tools/on-postgres15.ts [--limited-owner] [vitest filters]`. With `--limited-owner` the schema belongs to a role that may
 * create roles and databases alone, and nothing is compared. Exits with the code of the first failure.
 */
const [first, ...others] = process.argv.slice(2)
const isLimited = first === '--limited-owner'
const filters = isLimited || first === undefined ? others : [first, ...others]
const cluster = await startDebianCluster()
let code = 1
try {
	const { user, password, host, port } = cluster.owner
	const env = {
		...process.env,
		TEST_DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/postgres`,
		...(isLimited ? { TEST_LIMITED_OWNER: '1' } : {}),
	}
	const run = (program: string, args: string[]) => spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1
	code = isLimited ? 0 : run('node', ['--disable-warning=ExperimentalWarning', 'tools/schema-dump.ts'])
	if (code === 0) code = run('vitest', ['run', ...filters])
} finally {
	await cluster.stop()
}
process.exit(code)
