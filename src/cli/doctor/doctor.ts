import { readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { cliConfig, withOwner } from '#cli/with-deps.ts'
import { requireFolder } from '#platform/config/require-folder.ts'
import { certificateHealth } from '#platform/health/certificate-health.ts'
import { isLoopbackName } from '#platform/http/request/local-address.ts'
import { explainSmtpError, openSmtpTransport, type SmtpError } from '#platform/mail/smtp.ts'
import { readTranslations } from '#platform/mail/translations/read-translations.ts'
import { openFileStore } from '#platform/media/open-file-store.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { pendingMigrations } from '#platform/pg/migrations/schema-plan.ts'
import { productMails } from '#product/mails/product-mails.ts'
import { findTranscriber } from '#product/recordings/find-transcriber.ts'
import { Advice } from './advice.ts'
import { checkAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkDeployment } from './check-deployment.ts'
import { checkFfmpeg } from './check-ffmpeg.ts'
import { checkHooks } from './check-hooks.ts'
import { checkKeys, checkServer } from './check-keys.ts'
import { checkLandingPage } from './check-landing-page.ts'
import { checkOperators } from './check-operators.ts'
import { checkOwnMigrations, checkOwnTables } from './check-own-tables.ts'
import { checkOwner } from './check-owner.ts'

type Check = {
	name: string
	/** @returns what was found, or what the operator should look at; throws an error with the problem and its remedy */
	check(): Promise<string | Advice>
}

const gib = 1024 ** 3

/** All checks, in the order in which a start needs them. */
export const checks: Check[] = [
	{ name: 'runtime', check: checkRuntime },
	{ name: 'settings', check: checkSettings },
	{ name: 'data directory', check: checkDataDirectory },
	{ name: 'disk', check: checkDisk },
	{ name: 'server', check: checkServer },
	{ name: 'database', check: checkDatabase },
	{ name: 'owner', check: checkOwner },
	{ name: 'keys', check: checkKeys },
	{ name: 'operators', check: checkOperators },
	{ name: 'files', check: checkFiles },
	{ name: 'recordings', check: checkFfmpeg },
	{ name: 'captions', check: checkTranscriber },
	{ name: 'mail', check: checkMail },
	{ name: 'certificate', check: checkCertificate },
	{ name: 'address', check: checkAddress },
	{ name: 'hooks', check: checkHooks },
	{ name: 'functions', check: checkFunctions },
	{ name: 'own migrations', check: checkOwnMigrations },
	{ name: 'own tables', check: checkOwnTables },
	{ name: 'backups', check: checkBackups },
	{ name: 'deployment', check: checkDeployment },
	{ name: 'landing page', check: checkLandingPage },
	{ name: 'build', check: checkBuild },
]

/** Runs every check, also after a failed one, and prints a remedy for each problem. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const findings: { name: string; ok: boolean; warns?: true; detail: string }[] = []
	for (const { name, check } of checks) {
		try {
			const found = await check()
			if (found instanceof Advice) findings.push({ name, ok: true, warns: true, detail: found.text })
			else findings.push({ name, ok: true, detail: found })
		} catch (error) {
			const { message } = error as Error
			// Wrong settings make most checks fail: they are reported once.
			const isKnown = findings.some(({ detail }) => detail === message)
			findings.push({ name, ok: false, detail: isKnown ? 'waits for the above' : message })
		}
	}
	const lines = findings.map(({ name, ok, warns, detail }) => `${mark(ok, warns)}  ${name.padEnd(16)} ${detail}`)
	printResult(json, findings, lines.join('\n'))
	return findings.every(({ ok }) => ok) ? 0 : 1
}

/** Only what is wrong for certain makes the exit code 1. */
function mark(ok: boolean, warns = false): string {
	if (!ok) return 'WRONG'
	return warns ? 'LOOK ' : 'ok   '
}

async function checkRuntime() {
	if (Number.parseInt(process.versions.node, 10) < 24)
		throw new Error(
			`Node.js ${process.versions.node} runs this. Use "npm run -s plaudit -- doctor", which uses the pinned one.`,
		)
	return `Node.js ${process.versions.node} on ${process.platform} ${process.arch}`
}

async function checkSettings() {
	const { SITE_URL } = cliConfig()
	const { protocol, hostname } = new URL(SITE_URL)
	if (protocol === 'http:' && !isLoopbackName(hostname))
		throw new Error(`SITE_URL is ${SITE_URL}: without https, passwords cross the network in the clear.`)
	return `links point to ${SITE_URL}`
}

async function checkDataDirectory() {
	const { DATA_DIR } = cliConfig()
	const found = await stat(DATA_DIR).catch(() => undefined)
	if (!found) return `${DATA_DIR} will be made at the first start`
	const keys = await stat(join(DATA_DIR, 'keys.json')).catch(() => undefined)
	if (keys && keys.mode & 0o077)
		throw new Error(`keys.json can be read by others. Run: chmod 600 ${join(DATA_DIR, 'keys.json')}`)
	return DATA_DIR
}

async function checkDisk() {
	const { DATA_DIR, MIN_FREE_DISK_MB } = cliConfig()
	const { bavail, bsize } = await statfs(DATA_DIR).catch(() => statfs('.'))
	const free = bavail * bsize
	if (free < MIN_FREE_DISK_MB * 1024 ** 2)
		throw new Error(
			`Only ${(free / gib).toFixed(2)} GiB are free. Below ${MIN_FREE_DISK_MB} MiB nothing new is taken in.`,
		)
	return `${(free / gib).toFixed(1)} GiB free`
}

async function checkDatabase() {
	return withOwner(async (client, { owner, kind }) => {
		const { rows } = await client.query("select current_setting('server_version') as version")
		const pending = (await pendingMigrations(owner, schemaFolder)).length
		return `PostgreSQL ${rows[0].version}, ${kind}, ${pending === 0 ? 'up to date' : `${pending} ${pending === 1 ? 'migration waits' : 'migrations wait'} for the next start`}`
	})
}

async function checkFiles() {
	const config = cliConfig()
	if (!config.S3_BUCKET) return join(config.DATA_DIR, 'storage')
	try {
		await openFileStore(config).requireWritable()
	} catch (cause) {
		throw new Error(`The bucket ${config.S3_BUCKET} cannot be used (${(cause as Error).message}). Check S3_….`)
	}
	return `the bucket ${config.S3_BUCKET}`
}

async function checkFunctions() {
	const { FUNCTIONS_DIR } = cliConfig()
	if (!FUNCTIONS_DIR) return 'none are set'
	await requireFolder('FUNCTIONS_DIR', FUNCTIONS_DIR)
	return FUNCTIONS_DIR
}

async function checkMail() {
	const { SMTP_URL, SMTP_CA_FILE, DATA_DIR, MAIL_AUTOCONFIRM, MAIL_TEMPLATES } = cliConfig()
	await readTranslations(MAIL_TEMPLATES, productMails)
	if (!SMTP_URL)
		return `written to ${join(DATA_DIR, 'outbox')}; new accounts are ${MAIL_AUTOCONFIRM ? 'confirmed at once' : 'confirmed by mail'}`
	const transport = await openSmtpTransport(SMTP_URL, SMTP_CA_FILE)
	try {
		await transport.verify()
	} catch (cause) {
		throw new Error(explainSmtpError(cause as SmtpError))
	}
	return `sent through ${SMTP_URL.host}:${SMTP_URL.port}`
}

async function checkBuild() {
	const folder = new URL('../../../dist/', import.meta.url)
	const built = await readFile(new URL('.built-from', folder), 'utf8').catch(() => undefined)
	if (!built) throw new Error('The pages are not built. Run: npm run build')
	return 'pages are built'
}

/** Reports the certificate that SITE_URL shows to browsers. @throws Error for a certificate that has ended or soon will */
async function checkCertificate(): Promise<string> {
	const health = await certificateHealth(cliConfig().SITE_URL)
	if (!health) return 'none is needed: SITE_URL is no https address'
	if (health.state === 'fails' || health.state === 'warns')
		throw new Error(`${health.detail} Renew it where TLS ends, in front of Plaudit.`)
	return health.detail
}

/** Checks that the program of TRANSCRIBE_COMMAND is where the server looks for it. @throws Error when it is not */
async function checkTranscriber(): Promise<string> {
	const { TRANSCRIBE_COMMAND: command } = cliConfig()
	if (command === undefined) return 'no program writes captions: members type or upload them'
	return `${await findTranscriber(command)} writes captions`
}
