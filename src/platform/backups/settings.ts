import { isAbsolute, resolve, sep } from 'node:path'
import { z } from 'zod'
import { type Environment, flag } from '#platform/config/setting-types.ts'
import { readRetention } from './retention.ts'
import { readSchedule } from './schedule/read-schedule.ts'
import { parseS3Target } from './target/s3-address.ts'

const schedule = z.string().superRefine((text, context) => {
	try {
		readSchedule(text)
	} catch (error) {
		context.addIssue((error as Error).message)
	}
})

const target = z.string().superRefine((text, context) => {
	if (!isAbsolute(text) && !parseS3Target(text))
		context.addIssue('must be an absolute path such as /backups/plaudit, or s3://bucket/prefix')
})

const retention = z.string().transform((text, context) => {
	const found = readRetention(text)
	if (found) return found
	context.addIssue('must be days and weeks such as 7d 4w: the last backup of each of 7 days and of each of 4 weeks')
	return z.NEVER
})

const key = z
	.string()
	.trim()
	.regex(
		/^(AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+|age1[0-9a-z]+)$/,
		'must be a key of age: AGE-SECRET-KEY-1… (make one with "plaudit backup key"), or age1… to write backups that this server cannot read',
	)

/** Settings of backups that run by themselves. */
export const backupSettings = {
	BACKUP_SCHEDULE: schedule.optional(),
	BACKUP_TARGET: target.optional(),
	BACKUP_KEEP: retention.prefault('7d 4w'),
	BACKUP_KEY: key.optional(),
	MIGRATION_COPY: flag.default(true),
}

type BackupSettings = z.output<z.ZodObject<typeof backupSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<BackupSettings> {}
}

/** One line for each setting that lacks another one or contradicts it. */
export function findBackupSettingErrors(env: Environment): string[] {
	const { BACKUP_TARGET: place, DATA_DIR = './data' } = env
	const problems: string[] = []
	if (env.BACKUP_SCHEDULE && !place)
		problems.push('BACKUP_SCHEDULE needs BACKUP_TARGET, a folder on another disk or s3://bucket/prefix.')
	const s3 = place ? parseS3Target(place) : undefined
	if (s3 && !env.S3_ENDPOINT && !env.S3_REGION)
		problems.push('BACKUP_TARGET is in S3 and needs S3_REGION, or S3_ENDPOINT when it is not at AWS.')
	if (place && !s3 && isInside(place, DATA_DIR))
		problems.push(
			`BACKUP_TARGET (${place}) is in DATA_DIR and would be lost with it: name a folder outside, best on another disk.`,
		)
	return problems
}

const isInside = (path: string, folder: string) => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
