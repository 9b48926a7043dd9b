import { describe, expect, it } from 'vitest'
import { findDatabaseUrlErrors, findIgnoredParameters, parseDatabaseUrl } from './database-url.ts'

const hostsOf = (url: string) => parseDatabaseUrl(url).choice?.hosts.map(({ host, port }) => `${host}:${port}`)

describe('a DATABASE_URL', () => {
	it('a URL with one host gives the driver’s settings and nothing to choose', () => {
		expect(parseDatabaseUrl('postgres://me%40home:p%3Ass@db:6432/my%20praise')).toEqual({
			host: 'db',
			port: 6432,
			user: 'me@home',
			password: 'p:ss',
			database: 'my praise',
		})
		expect(parseDatabaseUrl('postgresql://u:a@b%c@[::1]/d')).toMatchObject({
			host: '::1',
			port: 5432,
			password: 'a@b%c',
		})
		expect(parseDatabaseUrl('postgres://u@localhost:5433/d?host=/run/pg')).toMatchObject({
			host: '/run/pg',
			port: 5433,
		})
		expect(parseDatabaseUrl('postgres://u@%2Frun%2Fpg/d')).toMatchObject({ host: '/run/pg', port: 5432 })
	})

	it('several hosts have a port each, or one for all', () => {
		expect(hostsOf('postgres://u@a:1,b:2,[::1]:3/d')).toEqual(['a:1', 'b:2', '::1:3'])
		expect(hostsOf('postgres://u@a,b:7/d')).toEqual(['a:5432', 'b:7'])
		expect(hostsOf('postgres://u@/d?host=/run/one,/run/two&port=5433')).toEqual(['/run/one:5433', '/run/two:5433'])
		expect(parseDatabaseUrl('postgres://u@a/d?target_session_attrs=primary').choice).toMatchObject({ mustWrite: true })
		expect(parseDatabaseUrl('postgres://u@a/d?connect_timeout=9').choice).toMatchObject({ timeout: 9000 })
	})

	it('a name with dots is encrypted where the server can, and waits longer than one of several hosts', () => {
		const { ssl, choice } = parseDatabaseUrl('postgres://u@db.example/d')
		expect([ssl !== undefined, choice?.mayBePlain, choice?.timeout]).toEqual([true, true, 10_000])
		expect(parseDatabaseUrl('postgres://u@a,b/d').choice?.timeout).toBe(3000)
		for (const host of ['db', '10.0.0.7', '[::1]', 'localhost', '%2Frun%2Fpg.d'])
			expect(parseDatabaseUrl(`postgres://u@${host}/d`), host).not.toHaveProperty('choice')
	})

	it('parameters that nobody knows are named in one line, without their values', () => {
		const DATABASE_URL = 'postgres://u:secret@a/d?colour=red&pool_timeout=3&shape=round'
		expect(findIgnoredParameters({ DATABASE_URL, DATABASE_DIRECT_URL: ' ' })).toEqual([
			'DATABASE_URL: parameters without effect here: colour, shape.',
		])
	})

	const problems: [string, string][] = [
		['postgres://u@h/d?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert, a file'],
		['postgres://u@h/d?sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
		['postgres://u@h/d?sslmode=verify-ca&sslrootcert=/none.crt', 'sslrootcert: /none.crt cannot be read (ENOENT)'],
		[
			'postgres://u@a,b/d?target_session_attrs=standby',
			'target_session_attrs=standby is not supported: use any, read-write, primary',
		],
		['postgres://u@a,b,c/d?port=1,2', 'has 3 hosts and 2 ports: give one port, or one for each host'],
		['postgres://u@a:70000/d', 'the port 70000 is not one'],
		['postgres://u@a/d?connect_timeout=soon', 'connect_timeout=soon is not a number of seconds'],
		['mysql://u@a/d', 'must be an address such as postgres://'],
		['postgres://u:secret%ff@a/d', 'has an escape that is not UTF-8'],
	]
	it.each(problems)('%s is refused in one line', (url, problem) => {
		const found = findDatabaseUrlErrors({ DATABASE_URL: url })
		expect(found).toEqual([expect.stringContaining(`DATABASE_URL: ${problem}`)])
		expect(found[0]).not.toContain('secret')
	})
})
