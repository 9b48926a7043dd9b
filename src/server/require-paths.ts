import { stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { requireFolder } from '#platform/config/require-folder.ts'
import { readKeyFile } from '#platform/keys/key-file.ts'
import { readCertificates } from '#platform/mail/smtp-certificates.ts'
import { findTranscriber } from '#product/recordings/find-transcriber.ts'

/**
 * Checks the files, folders and programs that settings name, before anything is opened or made.
 * @throws ConfigError listing every problem
 */
export async function requirePaths(config: Config): Promise<void> {
	const { DATA_DIR, FUNCTIONS_DIR, MAIL_TEMPLATES, OWN_MIGRATIONS, FFMPEG_PATH, TRANSCRIBE_COMMAND, SMTP_CA_FILE } =
		config
	const checks = [
		readKeyFile(DATA_DIR),
		FUNCTIONS_DIR === undefined ? undefined : requireFolder('FUNCTIONS_DIR', FUNCTIONS_DIR),
		MAIL_TEMPLATES === undefined ? undefined : requireFolder('MAIL_TEMPLATES', MAIL_TEMPLATES),
		OWN_MIGRATIONS === undefined ? undefined : requireFolder('OWN_MIGRATIONS', OWN_MIGRATIONS),
		requireFfmpeg(FFMPEG_PATH),
		TRANSCRIBE_COMMAND === undefined ? undefined : findTranscriber(TRANSCRIBE_COMMAND),
		requireTarget(config.BACKUP_TARGET),
		SMTP_CA_FILE === undefined ? undefined : readCertificates(SMTP_CA_FILE),
	]
	const problems: string[] = []
	for (const outcome of await Promise.allSettled(checks))
		if (outcome.status === 'rejected') problems.push((outcome.reason as Error).message)
	if (problems.length > 0) throw new ConfigError(problems)
}

async function requireFfmpeg(path: string | undefined): Promise<void> {
	if (path === undefined || (await stat(path).catch(() => undefined))) return
	throw new Error(`FFMPEG_PATH: there is no ${path}. Correct it, or leave it out to use the ffmpeg of the system.`)
}

/** The first backup makes the folder, inside one that exists. */
async function requireTarget(target: string | undefined): Promise<void> {
	if (target === undefined || !isAbsolute(target)) return
	const found = await stat(target).catch(() => undefined)
	if (found?.isDirectory()) return
	if (found || dirname(target) === target) throw new Error(`BACKUP_TARGET: ${target} is no folder. Name one.`)
	await requireTarget(dirname(target))
}
