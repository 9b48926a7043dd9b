import { expect, it } from 'vitest'
import type { LastBackup } from '#platform/backups/records.ts'
import type { WalState } from '#platform/backups/wal/wal-state.ts'
import { readConfig } from '#server/settings.ts'
import { findBackupProblems, findSettingProblems, isPublicHostname } from './find-problems.ts'

const never = { check_problem: null, finished_at: null } as LastBackup
const days = (count: number) => new Date(Date.now() - count * 86_400_000)
const site = { SITE_URL: 'https://praise.example.com' }
const timed = { ...site, BACKUP_TARGET: '/backups', BACKUP_SCHEDULE: 'daily' }
const own = { ...site, DATABASE_URL: 'postgres://owner:secret@db.example.com/plaudit' }

/** The findings of a server that has run for a day. */
const backups = (
	settings: Record<string, string>,
	last: Partial<LastBackup> = {},
	wal?: WalState,
	startedAt = days(1),
) => findBackupProblems(readConfig(settings).config, { ...never, ...last }, wal, Number(startedAt))
const settings = (given: Record<string, string>) => findSettingProblems(readConfig(given).config)

it('mails with links to this machine are found', () => {
	const SMTP_URL = 'smtp://mail.example.com:587'
	expect(settings({ SMTP_URL })).toEqual(['mail_links_local'])
	expect(settings({ SMTP_URL, SITE_URL: 'http://127.0.0.1:3000' })).toEqual(['mail_links_local'])
	expect(settings({ SMTP_URL, SITE_URL: 'http://192.168.1.5:3000' })).toEqual([])
	expect(settings({ SMTP_URL, ...site })).toEqual([])
	expect(settings({})).toEqual([])
})

it('trusted networks that hold much of the internet are found, and those of providers are not', () => {
	for (const TRUSTED_PROXIES of ['0.0.0.0/0', '::/0', '127.0.0.1, 128.0.0.0/1', '2000::/3', '96.0.0.0/6'])
		expect(settings({ TRUSTED_PROXIES }), TRUSTED_PROXIES).toEqual(['trusts_everybody'])
	for (const TRUSTED_PROXIES of [
		'10.0.0.0/8',
		'fc00::/7',
		'fe80::/10',
		'127.0.0.0/8',
		'172.64.0.0/13',
		'2606:4700::/32',
		'::1',
	])
		expect(settings({ TRUSTED_PROXIES }), TRUSTED_PROXIES).toEqual([])
})

it('a code in IGNORE_FINDINGS that is not in the list is refused', () => {
	expect(readConfig({ IGNORE_FINDINGS: 'no_backups, host_differs' }).config.IGNORE_FINDINGS).toEqual([
		'host_differs',
		'no_backups',
	])
	for (const wrong of ['everything', 'no_backups;host_differs', 'toString', '__proto__'])
		expect(() => readConfig({ IGNORE_FINDINGS: wrong }), wrong).toThrow('IGNORE_FINDINGS: ')
})

it('a public server without backups is found, and one that makes them by itself or by a recent command is not', () => {
	expect(backups(site)).toEqual(['no_backups'])
	expect(backups({ ...site, BACKUP_TARGET: '/backups' })).toEqual(['no_backups'])
	expect(backups(site, { finished_at: days(9) })).toEqual(['no_backups'])
	expect(backups(site, { finished_at: days(7) })).toEqual([])
	expect(backups(timed)).toEqual([])
	expect(backups({})).toEqual([])
})

it('with a PostgreSQL of the operator, backups of files and keys alone are asked for', () => {
	expect(backups(own)).toEqual(['no_file_backups'])
	expect(backups({ ...own, BACKUP_TARGET: '/backups', BACKUP_SCHEDULE: 'daily' })).toEqual([])
})

it('a failed check of a backup is found', () => {
	expect(backups(timed, { check_problem: 'The table auth.users has 3 rows instead of 4.' })).toEqual([
		'backup_check_failed',
	])
})

it('an archive of the write-ahead log that stands still is found', () => {
	const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString()
	expect(backups(timed, {}, { until: minutes(16), problem: null })).toEqual(['wal_archive_stale'])
	expect(backups(timed, {}, { until: minutes(14), problem: 'No space.' })).toEqual([])
	expect(backups(timed, {}, { until: null, problem: 'No space.' })).toEqual(['wal_archive_stale'])
	expect(backups(timed, {}, { until: null, problem: null })).toEqual([])
	// After a night in which the server did not run, the archive needs some seconds.
	expect(backups(timed, {}, { until: minutes(600), problem: null }, new Date())).toEqual([])
	// A database of the operator has an archive of its own.
	expect(backups({ ...timed, ...own }, {}, { until: minutes(16), problem: null })).toEqual([])
})

it.each([
	['praise.example.com', true],
	['203.0.113.7', true],
	['8.8.8.8', true],
	['[2606:4700::1111]', true],
	['localhost', false],
	['shop.localhost', false],
	['127.0.0.1', false],
	['[::1]', false],
	['[fd00::5]', false],
	['10.0.0.4', false],
	['100.64.0.9', false],
	['nas', false],
	['nas.local', false],
	['plaudit.fritz.lan', false],
	['plaudit.home.arpa', false],
	['plaudit.internal', false],
])('the host name %s is public: %s', (hostname, isPublic) => {
	expect(isPublicHostname(hostname)).toBe(isPublic)
})
