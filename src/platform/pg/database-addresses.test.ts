import { readdirSync, readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { findDatabaseUrlErrors, findIgnoredParameters, parseDatabaseUrl } from './database-url.ts'

type Entry = { address: string; understood?: object; refused?: string }
const folder = new URL('../../../test/support/database-addresses/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

/** The settings of an address in the words of the corpus. */
function summarize(address: string) {
	const { choice, ssl, enableChannelBinding, mustBindChannel, application_name, sslnegotiation, ...rest } =
		parseDatabaseUrl(address)
	const tls = ssl as ConnectionOptions | undefined
	const encrypted = tls?.rejectUnauthorized ? 'verify-full' : choice?.mayBePlain ? 'preferred' : 'required'
	const bound = mustBindChannel ? 'required' : 'preferred'
	return {
		...rest,
		tls: tls ? encrypted : 'off',
		oldestTls: tls?.minVersion,
		negotiation: sslnegotiation,
		channelBinding: enableChannelBinding ? bound : 'off',
		applicationName: application_name,
		mustWrite: choice?.mustWrite ?? false,
		timeout: choice?.timeout,
		ignored: findIgnoredParameters({ DATABASE_URL: address }).flatMap((line) =>
			line.replace(/^.*here: |\.$/g, '').split(', '),
		),
	}
}

describe.each(files)('the addresses of %s', (name) => {
	const { addresses } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { addresses: Entry[] }
	it.each(addresses)(
		'$address is read as it was copied, or refused in one line',
		({ address, understood, refused }) => {
			const problems = findDatabaseUrlErrors({ DATABASE_URL: address })
			expect(problems).toEqual(refused ? [expect.stringContaining(`DATABASE_URL: ${refused}`)] : [])
			if (understood) expect(summarize(address)).toMatchObject(understood)
			expect(Boolean(understood) !== Boolean(refused)).toBe(true)
		},
	)
})
