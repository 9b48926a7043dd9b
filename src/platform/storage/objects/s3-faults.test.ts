import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '#test/fakes/faulty-proxy.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
const film = randomBytes(3_000_000)
let s3: S3Server
let proxy: FaultyProxy
let platform: PlatformApp
const bucket = () => platform.client(platform.token(ada)).storage.from('films')
const stored = async (name: string) => {
	const { data } = await bucket().download(name)
	return data && Buffer.from(await data.arrayBuffer())
}

beforeAll(async () => {
	s3 = await startS3Server()
	proxy = await startFaultyProxy(s3.settings.S3_ENDPOINT ?? '')
	platform = await openPlatformApp({ ...s3.settings, S3_ENDPOINT: proxy.url, LOG_LEVEL: 'silent' })
	await asOwner(
		platform.database,
		`insert into storage.buckets (id, name, public) values ('films', 'films', true);
		create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
	)
	await bucket().upload('film', film)
})
afterAll(async () => {
	await platform.close()
	await proxy.close()
	await s3.close()
})
afterEach(() => {
	proxy.fail('GET', undefined)
	proxy.fail('PUT', undefined)
})

it.each(['refuse', 'page', 'cut'] as const)(
	'an upload that S3 answers by "%s" is refused with 503, leaves no row, and can be repeated',
	async (fault) => {
		proxy.fail('PUT', fault)
		const name = `sent-${fault}`
		const { error } = await bucket().upload(name, film)
		expect(error).toMatchObject({ status: 503 })
		expect((await bucket().exists(name)).data).toBe(false)
		proxy.fail('PUT', undefined)
		expect((await bucket().upload(name, film)).error).toBeNull()
		expect((await stored(name))?.equals(film)).toBe(true)
	},
)

it.each(['refuse', 'page'] as const)(
	'a file that S3 answers by "%s" is answered 503, and never with other bytes',
	async (fault) => {
		proxy.fail('GET', fault)
		const answer = await fetch(bucket().getPublicUrl('film').data.publicUrl)
		expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('Sign in')])
		proxy.fail('GET', undefined)
		expect((await stored('film'))?.equals(film)).toBe(true)
	},
)

it('a file whose connection to S3 is cut is not taken for a whole one', async () => {
	proxy.fail('GET', 'cut')
	const answer = await fetch(bucket().getPublicUrl('film').data.publicUrl)
	expect(answer.headers.get('content-length')).toBe(String(film.length))
	await expect(answer.arrayBuffer()).rejects.toThrow()
	proxy.fail('GET', undefined)
	expect((await stored('film'))?.equals(film)).toBe(true)
})

it('a file of a slow S3 arrives whole, and other requests are answered meanwhile', async () => {
	proxy.fail('GET', 'hold')
	const waiting = stored('film')
	expect((await bucket().list()).error).toBeNull()
	proxy.fail('GET', undefined)
	expect((await waiting)?.equals(film)).toBe(true)
})
