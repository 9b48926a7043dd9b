import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests, type TusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'
import { lockName, readUploadId, writeUploadId } from './upload-id.ts'

const [ada, bob] = [randomUUID(), randomUUID()]
const length = (bytes: number) => ({ 'upload-length': String(bytes) })

describe('uploads in pieces, on the wire', () => {
	let platform: PlatformApp
	let tus: TusRequests
	const text = async (name: string, bucket = 'films') => {
		const { data } = await platform.admin().storage.from(bucket).download(name)
		return data?.text()
	}
	const mine = (name: string) => `${ada}/${name}`
	const offset = async (at: string) => Number((await tus.head(at)).headers.get('upload-offset'))

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
				('films', 'films', null, null), ('small', 'small', 100, '{video/*}');
			create policy owner_keeps on storage.objects for all to authenticated
				using ((storage.foldername(name))[1] = auth.uid()::text)
				with check ((storage.foldername(name))[1] = auth.uid()::text)`,
		)
		tus = createTusRequests(platform, 'films', platform.token(ada))
	})
	afterAll(() => platform.close())

	it('the TUS endpoint announces its extensions', async () => {
		const answer = await tus.call('OPTIONS', `${platform.url}/storage/v1/upload/resumable`)
		expect(answer.status).toBe(204)
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			'tus-resumable': '1.0.0',
			'tus-version': '1.0.0',
			'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
			'tus-max-size': String(200 * 1024 * 1024),
		})
	})

	it('the TUS endpoint accepts version 1.0.0 only', async () => {
		for (const headers of [{ 'tus-resumable': '0.2.2' }, {}]) {
			const response = await fetch(`${platform.url}/storage/v1/upload/resumable`, {
				method: 'POST',
				headers: { apikey: platform.deps.keys.serviceRoleKey, ...headers },
			})
			expect(response.status).toBe(412)
			expect(response.headers.get('tus-version')).toBe('1.0.0')
		}
	})

	it('a resumable upload accepts chunks of any size and becomes visible with the last one', async () => {
		const { answer, at } = await tus.create({ objectName: mine('a') }, length(10))
		expect(answer.status).toBe(201)
		expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
		const first = await tus.patch(at, 0, Buffer.from('hell'))
		expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '4'])
		const head = await tus.head(at)
		expect(Object.fromEntries(head.headers)).toMatchObject({
			'upload-offset': '4',
			'upload-length': '10',
			'cache-control': 'no-store',
		})
		expect(head.headers.get('upload-metadata')).toContain('bucketName ')
		expect(await text(mine('a'))).toBeUndefined()
		await tus.patch(at, 4, Buffer.from('o'))
		expect((await tus.patch(at, 5, Buffer.from(' word'))).status).toBe(204)
		expect(await text(mine('a'))).toBe('hello word')
		expect(await offset(at)).toBe(10)
	})

	it('a resumable upload may come with its creation, be empty, or declare its length later', async () => {
		const octets = { 'content-type': 'application/offset+octet-stream' }
		const whole = await tus.create({ objectName: mine('whole') }, { ...length(5), ...octets }, Buffer.from('whole'))
		expect([whole.answer.status, whole.answer.headers.get('upload-offset')]).toEqual([201, '5'])
		expect(await text(mine('whole'))).toBe('whole')

		await tus.begin(mine('empty'), 0)
		expect(await text(mine('empty'))).toBe('')

		const { at } = await tus.create({ objectName: mine('later') }, { 'upload-defer-length': '1' })
		await tus.patch(at, 0, Buffer.from('lat'))
		expect((await tus.head(at)).headers.get('upload-defer-length')).toBe('1')
		expect(await text(mine('later'))).toBeUndefined()
		expect((await tus.patch(at, 3, Buffer.from('er'), length(5))).status).toBe(204)
		expect(await text(mine('later'))).toBe('later')
	})

	it('a resumable upload works with POST alone', async () => {
		const at = await tus.begin(mine('override'), 2)
		const headers = {
			'x-http-method-override': 'PATCH',
			'content-type': 'application/offset+octet-stream',
			'upload-offset': '0',
			'tus-resumable': '1.0.0',
			apikey: platform.deps.keys.anonKey,
			authorization: `Bearer ${platform.token(ada)}`,
		}
		expect((await fetch(at, { method: 'POST', headers, body: 'ok' })).status).toBe(204)
		expect(await text(mine('override'))).toBe('ok')
	})

	it('the Location of a resumable upload is at SITE_URL, whatever the Host header', async () => {
		const { at } = await tus.create(
			{ objectName: mine('host') },
			{ ...length(1), 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
		)
		expect(at.startsWith(`${platform.url}/storage/v1/upload/resumable/`)).toBe(true)
	})

	it('a resumable upload is terminated by its sender, and not once it is complete', async () => {
		const at = await tus.begin(mine('ended'), 10)
		await tus.patch(at, 0, Buffer.from('hell'))
		expect((await tus.call('DELETE', at)).status).toBe(204)
		expect((await tus.head(at)).status).toBe(404)
		const done = await tus.begin(mine('done'), 2)
		await tus.patch(done, 0, Buffer.from('ok'))
		expect((await tus.call('DELETE', done)).status).toBe(400)
		expect(await text(mine('done'))).toBe('ok')
	})

	it.each([
		['no version of the protocol', 412, { 'tus-resumable': '' }],
		['another version', 412, { 'tus-resumable': '0.2.2' }],
		['no length', 400, { 'upload-length': '' }],
		['a length that is none', 400, { 'upload-length': '-1' }],
		['a final upload of others', 501, { 'upload-concat': 'final;/../../etc/passwd' }],
		['more than any file may have', 413, length(201 * 1024 * 1024)],
		['metadata that cannot be read', 400, { 'upload-metadata': 'bucketName !!' }],
		['no place', 400, { 'upload-metadata': `bucketName ${btoa('films')}` }],
		['a way out', 400, place('films', `${ada}/../../etc/passwd`)],
		['a line break', 400, place('films', `${ada}/a\r\nx: y`)],
		['a bucket that is not there', 404, place('none', `${ada}/a`)],
		['a type that the bucket does not take', 415, place('small', `${ada}/a`, 'text/html')],
		['more than the bucket takes', 413, { ...place('small', `${ada}/a`, 'video/mp4'), ...length(101) }],
		[
			'notes that are no JSON',
			400,
			{
				'upload-metadata': `${place('films', `${ada}/n`)['upload-metadata']},metadata ${btoa('[1')}`,
			},
		],
		['somebody else’s place', 403, place('films', `${bob}/a`)],
	])('a resumable upload is refused with %s', async (_, status, headers) => {
		const given = Object.entries({ ...length(50), ...headers } as Record<string, string>)
		const { answer } = await tus.create({ objectName: mine('refused') }, Object.fromEntries(given))
		expect(answer.status).toBe(status)
		expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
		expect(answer.headers.get('location')).toBeNull()
	})

	it('a resumable upload continues only at its offset', async () => {
		const at = await tus.begin(mine('stand'), 10)
		await tus.patch(at, 0, Buffer.from('01234'))
		for (const wrong of [0, 4, 6, 10]) expect((await tus.patch(at, wrong, Buffer.from('x'))).status).toBe(409)
		expect((await tus.patch(at, 5, Buffer.from('567890'))).status).toBe(413)
		const type = { 'content-type': 'text/plain' }
		expect((await tus.patch(at, 5, Buffer.from('5'), type)).status).toBe(400)
		expect(await offset(at)).toBe(5)
	})

	it('of two concurrent writers of a resumable upload, one gets a conflict', async () => {
		for (let round = 0; round < 10; round++) {
			const at = await tus.begin(mine(`race ${round}`), 400_000)
			const piece = randomBytes(200_000)
			const answers = await Promise.all([tus.patch(at, 0, piece), tus.patch(at, 0, piece)])
			expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
			await tus.patch(at, 200_000, piece)
			const { data } = await platform
				.admin()
				.storage.from('films')
				.download(mine(`race ${round}`))
			const sent = Buffer.concat([piece, piece])
			expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(sent)).toBe(true)
		}
	})

	it('a resumable upload is locked while its writer cannot be asked to stop', async () => {
		const at = await tus.begin(mine('locked'), 10)
		const id = readUploadId(at.slice(at.lastIndexOf('/') + 1))?.id ?? ''
		const release = await platform.deps.db.lock(lockName(id), () => {})
		const { now } = Date
		let waited = 0
		const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + waited)
		let answer: Response | undefined
		const asking = tus.patch(at, 0, Buffer.from('x')).then((given) => {
			answer = given
		})
		const wait = () => {
			waited += 11_000
			return answer?.status
		}
		await expect.poll(wait, { interval: 150 }).toBe(423)
		await asking
		clock.mockRestore()
		expect(await answer?.text()).toBe('The upload is locked\n')
		await release?.()
		expect((await tus.patch(at, 0, Buffer.from('0123456789'))).status).toBe(204)
	})

	it('a resumable upload is accessible to its sender only', async () => {
		const at = await tus.begin(mine('private'), 10)
		const strangers = [
			createTusRequests(platform, 'films', platform.token(bob)),
			createTusRequests(platform, 'films'),
			createTusRequests(platform, 'films', platform.token(ada, -10)),
		]
		for (const stranger of strangers) {
			const statuses = [
				(await stranger.head(at)).status,
				(await stranger.patch(at, 0, Buffer.from('theirs'))).status,
				(await stranger.call('DELETE', at)).status,
			]
			expect(new Set(statuses).size).toBe(1)
			expect([403, 404]).toContain(statuses[0])
		}
		expect(await offset(at)).toBe(0)
		const base = at.slice(0, at.lastIndexOf('/'))
		const elsewhere = { bucket: 'films', name: mine('other'), id: randomUUID() }
		for (const id of [writeUploadId(elsewhere), 'x', '..%2f..%2fetc', 'sign', '%ff'])
			expect((await tus.head(`${base}/${id}`)).status).toBe(404)
	})

	it('a resumable upload stops while its permission is revoked', async () => {
		const at = await tus.begin(mine('revoked'), 10)
		await tus.patch(at, 0, Buffer.from('01234'))
		const revoke = `create policy nobody on storage.objects as restrictive for insert to authenticated with check (false)`
		await asOwner(platform.database, revoke)
		expect((await tus.patch(at, 5, Buffer.from('56789'))).status).toBe(403)
		expect(await text(mine('revoked'))).toBeUndefined()
		await asOwner(platform.database, 'drop policy nobody on storage.objects')
		expect((await tus.patch(at, 5, Buffer.from('56789'))).status).toBe(204)
		expect(await text(mine('revoked'))).toBe('0123456789')
	})

	it('a resumable upload replaces an object only if its creation asked for it', async () => {
		const at = await tus.begin(mine('twice'), 3)
		const late = await tus.begin(mine('twice'), 3)
		await tus.patch(at, 0, Buffer.from('one'))
		expect((await tus.patch(late, 0, Buffer.from('two'))).status).toBe(409)
		expect((await tus.create({ objectName: mine('twice') }, length(3))).answer.status).toBe(409)
		const again = await tus.begin(mine('twice'), 3, { 'x-upsert': 'true' })
		expect((await tus.patch(again, 0, Buffer.from('new'))).status).toBe(204)
		expect(await text(mine('twice'))).toBe('new')
	})
})

function place(bucket: string, name: string, type = ''): Record<string, string> {
	const said = { bucketName: bucket, objectName: name, ...(type && { contentType: type }) }
	const pairs = Object.entries(said).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
	return { 'upload-metadata': pairs.join(',') }
}
