import { expect, test } from '#e2e/support/fixtures.ts'
import { officialClient } from '#test/support/official-client.ts'
import { plaudit } from '#test/support/server-process.ts'
import { encoded, formats } from '#test/support/upload-corpus/case.ts'
import { hide } from '#test/support/upload-corpus/chunks.ts'
import { payloads } from '#test/support/upload-corpus/payloads.ts'

/** Types under which a browser might run something, and some that it would have to sniff. */
const types = [
	'text/html',
	'text/html; charset=utf-7',
	'application/xhtml+xml',
	'image/svg+xml',
	'text/xml',
	'application/xml',
	'application/xslt+xml',
	'text/javascript',
	'application/javascript',
	'application/pdf',
	'text/plain',
	'application/octet-stream',
	'multipart/x-mixed-replace; boundary=x',
	'message/rfc822',
	'application/x-shockwave-flash',
	'image/png',
	'video/mp4',
	'unknown/unknown',
]

test('an uploaded file of any type and name runs nothing when it is opened', async ({ server, page }) => {
	// It opens three hundred pages, one after the other.
	test.setTimeout(900_000)
	const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as {
		serviceRoleKey: string
	}
	const { storage } = officialClient(server.url, serviceRoleKey)
	await storage.createBucket('open', { public: true })
	const bucket = storage.from('open')
	const script = payloads.html ?? Buffer.alloc(0)
	const files: { name: string; bytes: Buffer; contentType: string }[] = []
	for (const [what, bytes] of Object.entries(payloads))
		for (const contentType of types)
			files.push({ name: `${what} ${contentType.replace(/\W+/g, '-')}`, bytes, contentType })
	for (const format of formats)
		for (const contentType of ['text/html', `image/${format}`, 'image/svg+xml'])
			files.push({
				name: `page in ${format} ${contentType.replace(/\W+/g, '-')}`,
				bytes: hide(format, await encoded(format), script),
				contentType,
			})

	const ran: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/pwned')) ran.push(request.url())
	})
	page.on('dialog', (dialog) => {
		ran.push(dialog.message())
		dialog.dismiss().catch(() => undefined)
	})
	// The detector triggers where nothing prevents a script.
	await page.setContent(script.toString())
	await expect(page).toHaveTitle('pwned')

	const addresses = await Promise.all(
		files.map(async ({ name, bytes, contentType }) => {
			const { error } = await bucket.upload(name, bytes, { contentType })
			expect(error, name).toBeNull()
			const { publicUrl } = bucket.getPublicUrl(name).data
			const { headers, body } = await fetch(publicUrl)
			await body?.cancel()
			expect(headers.get('content-security-policy'), name).toBe("sandbox; default-src 'none'")
			expect(headers.get('x-content-type-options'), name).toBe('nosniff')
			return publicUrl
		}),
	)
	for (const address of addresses) {
		// A file that the browser downloads is no page that could run anything.
		await page.goto(address).catch(() => undefined)
		expect(await page.title(), address).not.toBe('pwned')
	}
	expect(files.length).toBeGreaterThan(250)
	expect(ran).toEqual([])
})
