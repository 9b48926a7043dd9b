import { ReadableStream } from 'node:stream/web'
import { expect, it } from 'vitest'
import { readMultipart } from './multipart.ts'

const field = '--x\r\ncontent-disposition: form-data; name="slug"\r\n\r\nfern\r\n'
const file = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhi'

it.each([file, `${file}\r\n--x`, '--x\r\n', 'no form', ''])(
	'a form that breaks off is refused and ends nothing else: %j',
	async (body) => {
		const headers = { 'content-type': 'multipart/form-data; boundary=x' }
		const request = new Request('http://localhost/', { method: 'POST', body, headers })
		await expect(readMultipart(request, ['photo'], 1000, () => true)).rejects.toMatchObject({
			status: 400,
		})
	},
)

it.each(Array.from({ length: 60 }, (_, i) => i + 1).concat(1000))(
	'a form ends with its closing boundary, whatever follows, also when it comes %i bytes at a time',
	async (step) => {
		const changed = field.replace('fern', 'rose')
		const body = Buffer.from(`${field}${file}\r\n--x--\r\n${changed}${file.replace('hi', 'ho')}`)
		const chunks = Array.from({ length: Math.ceil(body.length / step) }, (_, i) =>
			body.subarray(i * step, (i + 1) * step),
		)
		const request = new Request('http://localhost/', {
			method: 'POST',
			body: ReadableStream.from(chunks) as BodyInit,
			headers: { 'content-type': 'multipart/form-data; charset=utf-8; Boundary="x"' },
			duplex: 'half',
		} as RequestInit)
		const { values, files } = await readMultipart(request, ['photo'], 1000, () => true)
		expect(values).toEqual({ slug: 'fern' })
		expect(files).toEqual([{ field: 'photo', bytes: Buffer.from('hi') }])
	},
)

const sent = (...parts: string[]) =>
	new Request('http://localhost/', {
		method: 'POST',
		body: `${parts.join('\r\n')}\r\n--x--\r\n`,
		headers: { 'content-type': 'multipart/form-data; boundary=x' },
	})

it('gives back what was typed when there is no room for the photo', async () => {
	const form = await readMultipart(sent(file, field.trimEnd()), ['photo'], 1000, () => false)
	expect(form.values).toEqual({ slug: 'fern' })
	expect(form.files).toEqual([])
	expect(form.refusal).toMatchObject({ status: 503, code: 'unavailable' })
})

it('holds a mebibyte of fields, however many there are', async () => {
	const long = 'x'.repeat(200_000)
	const fields = Array.from(
		{ length: 20 },
		(_, i) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n${long}`,
	)
	const { values, refusal } = await readMultipart(sent(...fields), ['photo'], 1000, () => true)
	expect(Object.keys(values)).toHaveLength(5)
	expect(refusal).toMatchObject({ status: 413 })
})
