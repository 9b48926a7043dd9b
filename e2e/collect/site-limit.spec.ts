import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, makeRecording } from '#e2e/support/recordings.ts'
import { type Nginx, startNginx } from '#test/support/http/nginx.ts'

// Only a real proxy in front of the server ends a request as nginx does: with its own page, before the body was read.
const there = 'It is there. Press Send when you are ready.'

let nginx: Nginx
test.beforeEach(async ({ server }) => {
	nginx = await startNginx(`location / {
		proxy_pass ${server.url};
		proxy_http_version 1.1;
		proxy_set_header Host $host:$server_port;
		proxy_set_header Connection '';
	}`)
})
test.afterEach(() => nginx.stop())

test('a video of several megabytes passes an nginx that takes one', async ({ phone, space }) => {
	await acceptKinds(space, ['text', 'video'])
	const film = await makeRecording('video', 2, 4_000_000)
	const refused: number[] = []
	phone.on('response', (response) => response.status() === 413 && refused.push(413))
	await chooseRecording(phone, `${nginx.url}/collect/${space.slug}`, 'Video', film)
	await expect(phone.getByText(there)).toBeVisible()
	expect(refused).toHaveLength(1)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	const { data } = await space.client.from('testimonials').select('media(bytes)').throwOnError()
	expect(data).toEqual([{ media: [{ bytes: film.buffer.length }] }])
})

test('a photo that nginx stops is sent as a smaller copy', async ({ phone, space }) => {
	await acceptKinds(space, ['text', 'photo'])
	await phone.goto(`${nginx.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Photo' }).check()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	const photo = await phone.evaluate(async () => {
		const side = 1400
		const canvas = new OffscreenCanvas(side, side)
		const pixels = new ImageData(side, side)
		for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
		canvas.getContext('2d')?.putImageData(pixels, 0, 0)
		const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
		return [...(await blob.bytes())]
	})
	expect(photo.length).toBeGreaterThan(1_100_000)
	await phone.locator('#photo').setInputFiles({ name: 'bowl.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) })
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
})
