import { expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'

const problemOf = (settings: Record<string, string>) => {
	try {
		readConfig({ DATA_DIR: '/var/lib/plaudit', ...settings })
	} catch (error) {
		return (error as Error).message
	}
	return undefined
}

it('each wrong setting of backups is refused in one line that names it and its remedy', () => {
	const target = { BACKUP_TARGET: '/backups' }
	expect(problemOf({ ...target, BACKUP_SCHEDULE: 'daily' })).toBeUndefined()
	expect(problemOf({ ...target, BACKUP_SCHEDULE: 'nightly' })).toBe(
		`BACKUP_SCHEDULE: must be hourly, daily, weekly, or five fields of cron in UTC such as "20 3 * * *"`,
	)
	expect(problemOf({ BACKUP_SCHEDULE: 'daily' })).toContain('BACKUP_SCHEDULE needs BACKUP_TARGET')
	for (const place of ['/var/lib/plaudit', '/var/lib/plaudit/backups', '/var/lib/x/../plaudit'])
		expect(problemOf({ BACKUP_TARGET: place })).toContain(`BACKUP_TARGET (${place}) is in DATA_DIR`)
	expect(problemOf({ BACKUP_TARGET: '/var/lib/plaudit-backups' })).toBeUndefined()
	expect(problemOf({ BACKUP_TARGET: 'backups' })).toContain('BACKUP_TARGET: must be an absolute path')
	expect(problemOf({ BACKUP_TARGET: 's3://praise/backups' })).toContain('needs S3_REGION, or S3_ENDPOINT')
	expect(problemOf({ BACKUP_TARGET: 's3://praise/backups', S3_REGION: 'eu-central-1' })).toBeUndefined()
	expect(problemOf({ ...target, BACKUP_KEEP: 'all' })).toContain('BACKUP_KEEP: must be days and weeks such as 7d 4w')
	expect(problemOf({ ...target, BACKUP_KEY: 'secret' })).toContain('BACKUP_KEY: must be a key of age')
	expect(problemOf({ ...target, S3_REGION: 'eu-central-1' })).toContain('need S3_BUCKET, or a BACKUP_TARGET in S3')
})
