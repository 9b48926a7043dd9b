import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { RoutedTransaction } from '#test/support/postgres/shard-router.ts'
import { compareWithList, unneededEntries } from '#test/support/postgres/unkeyed-statements.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Tests of the product that together reach its routes, jobs and screens. */
const suite = [
	'submissions/create-submission',
	'receipts/receipt-links',
	'receipts/receipt-service',
	'receipts/proposal',
	'receipts/submitter-mails',
	'bulk/bulk-run',
	'bulk/bulk-stop',
	'walls/embed',
	'walls/wall-filters',
	'walls/wall-drafts',
	'testimonials/testimonial-page-renderer',
	'imports/post-import',
	'imports/run-import',
	'imports/pictures/retry-import-pictures',
	'invitations/remind-invitation',
	'invitations/erase-invitation',
	'invitations/decline-page',
	'verifications/personal-link',
	'verifications/account-flow',
	'exports/get-export',
	'exports/export-job',
	'customer-mails/customer-mails',
	'notifications/unsubscribe-page',
	'people/erasures',
	'team/member-invitations',
	'team/accept-invitation',
	'forms/form-drafts',
	'testimonials/media-routes',
	'sitemap/sitemap',
	'proof/receipt',
	'proof/proof-page-renderer',
	'spaces/milestones',
	'instance/instance',
	'webhooks/webhook-delivery',
	'webhooks/webhook-log',
	'webhooks/webhook-permissions',
]
const files = [...suite.map((name) => `src/product/${name}.test.ts`), 'test/system/live-membership.test.ts']

type Recorded = RoutedTransaction & { file: string }

const withoutVitest = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST')))

async function recordSuite(): Promise<Recorded[]> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-transactions-'))
	try {
		const vitest = join(root, 'node_modules/vitest/vitest.mjs')
		await promisify(execFile)(process.execPath, [vitest, 'run', ...files], {
			cwd: root,
			// The inner run must not take itself for a worker of the outer one.
			env: { ...withoutVitest(process.env), TEST_TRANSACTIONS: folder },
			maxBuffer: 64 * 1024 * 1024,
		})
		const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
		return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line))
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

it('each statement of the product’s tests carries its space through a router, or is in the list of what has none', {
	timeout: 1_800_000,
}, async () => {
	const transactions = await recordSuite()
	const { unlisted, met } = compareWithList(transactions)
	// Give `db.as` the space as `shardKey`, or name the statement in src/product/spaces/shards.ts with the reason why it has none.
	expect(unlisted).toEqual([])
	expect(unneededEntries(met)).toEqual([])
	const withSpace = new Set(transactions.filter(({ key }) => key !== null).map(({ file }) => file.split('/')[1]))
	for (const noun of [
		'submissions',
		'receipts',
		'bulk',
		'walls',
		'imports',
		'exports',
		'team',
		'people',
		'testimonials',
	])
		expect(withSpace).toContain(noun)
})
