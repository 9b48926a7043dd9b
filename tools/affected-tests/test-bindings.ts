/** Folders of sources, by the folder of journeys that walks through them. `test/system/test-tiers.test.ts` holds it complete. */
export const journeyBindings: Record<string, string[]> = {
	'e2e/account': ['src/web/features/account', 'src/platform/auth/flows/account', 'src/platform/auth/providers/linking'],
	'e2e/app': [
		'src/web/app',
		'src/web/features/forms',
		'src/web/features/history',
		'src/web/features/notifications',
		'src/web/features/overview',
		'src/web/features/spaces',
		'src/web/features/tags',
		'src/product/forms',
		'src/product/notifications',
		'src/product/page-views',
		'src/product/spaces',
		'src/product/brand-fonts',
	],
	'e2e/auth': ['src/web/features/sign-in', 'src/web/lib/auth', 'src/web/ui/auth', 'src/platform/auth'],
	'e2e/collect': [
		'src/web/public/collect',
		'src/web/public/page-shell',
		'src/product/submissions',
		'src/product/recordings',
		'src/product/verifications',
		'src/product/consents',
		'src/platform/storage/resumable',
	],
	'e2e/connections': [
		'src/web/features/connections',
		'src/product/api-keys',
		'src/product/webhooks',
		'src/platform/keys',
	],
	'e2e/data': ['src/web/features/exports', 'src/product/exports', 'src/product/archive'],
	'e2e/embed': [
		'src/embed',
		'src/web/public/wall',
		'src/web/public/collect/embedded',
		'src/product/walls',
		'src/product/forms',
		'src/product/structured-data',
		'src/shared/own-css',
	],
	'e2e/hostile': [
		'src/product/mails',
		'src/product/pages',
		'src/platform/storage',
		'src/platform/media',
		'src/shared/captions',
	],
	'e2e/imports': ['src/web/features/imports', 'src/product/imports'],
	'e2e/inbox': [
		'src/web/features/inbox',
		'src/product/testimonials',
		'src/product/added-testimonials',
		'src/product/search',
		'src/platform/realtime',
		'src/platform/rest',
	],
	'e2e/invitations': [
		'src/web/features/invitations',
		'src/web/public/decline',
		'src/web/public/confirm',
		'src/web/public/unsubscribe',
		'src/product/invitations',
		'src/platform/mail',
	],
	'e2e/operator': [
		'src/web/features/instance',
		'src/product/instance',
		'src/platform/health',
		'src/platform/metrics',
		'src/platform/operators',
	],
	'e2e/people': ['src/web/features/people', 'src/product/people'],
	'e2e/receipt': ['src/web/public/receipt', 'src/web/public/proof', 'src/product/receipts', 'src/product/proof'],
	'e2e/recorder': ['src/web/public/recorder', 'src/platform/media/recordings'],
	'e2e/team': ['src/web/features/team', 'src/product/team'],
	'e2e/walls': [
		'src/web/features/walls',
		'src/web/public/wall/page',
		'src/web/public/landing',
		'src/product/walls',
		'src/product/cards',
		'src/product/feeds',
		'src/product/sitemap',
		'src/product/site-check',
		'src/product/link-preview',
		'src/product/cdn',
		'src/product/web-pages',
	],
}

const backups = ['src/platform/backups', 'src/cli/backup', 'src/server']

/** Folders of sources, by the slow test that starts the whole program and so imports none of them. */
export const slowBindings: Record<string, string[]> = {
	'archive-command': ['src/product/archive', 'src/cli'],
	'archive-round-trip': ['src/product/archive'],
	'database-hosts': ['src/platform/pg'],
	'deployment-findings': ['src/platform/deployment', 'src/cli/doctor', 'src/cli/status'],
	haproxy: ['src/platform/health', 'deploy'],
	'haproxy-sessions': ['deploy'],
	'first-start-console': ['src/server', 'src/platform/operators', 'src/platform/log.ts'],
	'first-start-log': ['src/platform/pg/migrations', 'db'],
	'hostile-files': ['src/platform/worker-processes', 'src/product/imports/table', 'src/product/web-pages'],
	injection: ['src/platform/rest'],
	'interrupted-restore': backups,
	'keys-of-nodes': ['src/platform/keys'],
	'lagging-standby': ['src/platform/pg'],
	'leaked-key': [
		'src/platform/keys',
		'src/platform/auth/accounts/keys',
		'src/platform/auth/root-secret',
		'src/cli/keys',
		'docs',
	],
	'limited-owner': ['src/platform/pg/migrations', 'db'],
	'memory-at-rest': ['bootstrap', 'src/server'],
	move: ['src/platform/pg/move'],
	'move-interrupted': ['src/platform/pg/move'],
	'move-refusals': ['src/platform/pg/move'],
	'npm-start': ['bootstrap', 'src/server'],
	'old-data-directory': ['src/platform/pg/migrations'],
	operations: ['src/server', 'src/cli'],
	'owner-recipe': ['docs'],
	'own-tables-page': ['src/platform/pg/migrations', 'docs'],
	package: ['bootstrap', 'src/cli'],
	pgbouncer: ['src/platform/pg'],
	'poor-machines': ['src/server', 'src/platform/pg/engine'],
	'postgres-crashes': ['src/platform/pg/engine'],
	'recording-corpus': ['src/platform/media/recordings'],
	'recordings-two-nodes': ['src/product/recordings', 'src/platform/jobs'],
	'requested-backup': backups,
	'schema-equality': ['db'],
	shards: ['src/platform/pg', 'src/product', 'src/platform/rest'],
	'shard-statements': ['src/platform/pg', 'src/product', 'src/platform/rest'],
	'setup-link': ['src/platform/operators', 'src/product/instance', 'src/cli/setup-link.ts'],
	'standby-promotion': ['src/platform/pg'],
	'timed-backups': backups,
	'two-nodes': ['src/platform/realtime/nodes', 'src/product/walls'],
	'unusual-paths': ['bootstrap', 'src/platform/pg/engine', 'src/cli/backup'],
	'upload-corpus': ['src/platform/media', 'src/platform/storage/render'],
	'upload-kills': ['src/platform/storage/resumable'],
	'wrong-configurations': ['src/platform/config', 'src/server'],
}

/** Folders of sources that a test is bound to: a journey by its folder, a slow test of the system and one of a package by its name. */
export function boundFolders(file: string): string[] | undefined {
	const packageName = /^test\/packages\/([a-z0-9]+)[\w-]*\.(?:slow\.)?test\.ts$/.exec(file)?.[1]
	if (packageName) return [`packages/${packageName}`]
	const name = /^test\/system\/([\w-]+)\.slow\.test\.ts$/.exec(file)?.[1]
	return name ? slowBindings[name] : journeyBindings[file.replace(/\/[^/]*$/, '')]
}

/** Pictures of walls are compared when one of these changed. */
export const looksSources = /^src\/(web\/public\/|shared\/wall|embed\/)/

/** Foundations of every service: a change selects all slow tests that need no browser. */
export const foundations =
	/^(src\/platform\/(pg|http|config|keys)\/|src\/product\/http\/|db\/schema\/|db\/migrations\/|test\/support\/(?!components\/|browser\/)|package-lock\.json$)/

/** Documents: a change of these alone runs the static checks and the tests that read documents. */
export const documents = /\.md$|^docs\/|^LICENSE$/

/** The text of a test that reads documents. */
export const readsDocuments = /docs\/|\.md['`]/
