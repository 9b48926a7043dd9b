import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { parseMultipart } from './parse-multipart.ts'

/** A request with this body, in chunks. */
const multipart = (body: Iterable<Uint8Array>, type = 'multipart/form-data; boundary=x') => ({
	header: (name: string) => (name === 'content-type' ? type : undefined),
	body: Readable.from(body, { objectMode: false }),
})

const field = '--x\r\ncontent-disposition: form-data; name="slug"\r\n\r\nfern\r\n'
const file = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhi'

it.each([file, `${file}\r\n--x`, '--x\r\n', 'no form', ''])(
	'a form that breaks off is refused and ends nothing else: %j',
	async (body) => {
		const request = multipart([Buffer.from(body)])
		await expect(parseMultipart(request, ['photo'], 1000, () => true)).rejects.toMatchObject({
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
		const request = multipart(chunks, 'multipart/form-data; charset=utf-8; Boundary="x"')
		const { values, files } = await parseMultipart(request, ['photo'], 1000, () => true)
		expect(values).toEqual({ slug: 'fern' })
		expect(files).toEqual([{ field: 'photo', bytes: Buffer.from('hi') }])
	},
)

const sent = (...parts: string[]) => multipart([Buffer.from(`${parts.join('\r\n')}\r\n--x--\r\n`)])

it('a form keeps its values when the memory budget has no room for the photo', async () => {
	const form = await parseMultipart(sent(file, field.trimEnd()), ['photo'], 1000, () => false)
	expect(form.values).toEqual({ slug: 'fern' })
	expect(form.files).toEqual([])
	expect(form.error).toMatchObject({ status: 503, code: 'unavailable' })
})

it('a form holds at most a mebibyte of fields together', async () => {
	const long = 'x'.repeat(200_000)
	const fields = Array.from(
		{ length: 20 },
		(_, i) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n${long}`,
	)
	const { values, error: refusal } = await parseMultipart(sent(...fields), ['photo'], 1000, () => true)
	expect(Object.keys(values)).toHaveLength(5)
	expect(refusal).toMatchObject({ status: 413 })
})
