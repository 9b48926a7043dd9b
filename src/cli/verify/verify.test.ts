import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofKeyOf } from '#product/proof/proof-key.ts'
import { sealEntries } from '#product/proof/seal-entries.ts'
import { sendTestimonial } from '#test/support/product/proven-testimonial.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'verify-'))
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(async () => {
	rmSync(folder, { recursive: true })
	await app.close()
})

/** Runs the program in an empty folder without any setting. */
function verify(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'verify', ...args], {
		cwd: folder,
		env: { PWD: folder },
		encoding: 'utf8',
	})
	return { status, text: stdout + stderr }
}

test('plaudit verify checks a file without settings, and names the first step that does not hold', async () => {
	const sent = await sendTestimonial(app)
	await sealEntries(app.deps)
	const file = await sent.receipt()
	const { pem, id } = proofKeyOf(app.deps.keys)
	const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
	write('receipt.json', JSON.stringify(file))
	write('key.pem', pem)
	write('forged.json', JSON.stringify({ ...file, words: { body: 'I never said this.', rating: 5 } }))
	write('cut.json', JSON.stringify(file).slice(0, 900))

	const good = verify('receipt.json', '--key', 'key.pem')
	expect(good).toMatchObject({ status: 0, text: expect.stringContaining(`Testimonial ${sent.id}: 2 entries.`) })
	expect(good.text).toContain(`Signed by ${app.url} with the key ${id}`)
	expect(JSON.parse(verify('receipt.json', '--json').text)).toMatchObject({ failed: null, entries: 2 })

	expect(verify('forged.json')).toMatchObject({
		status: 1,
		text: expect.stringMatching(/^✓ The file is whole\n✗ The words .* it does not hold/),
	})
	expect(verify('cut.json')).toMatchObject({ status: 1, text: expect.stringContaining('cut.json is not JSON') })
	expect(verify('missing.json')).toMatchObject({ status: 1, text: expect.stringContaining('missing.json') })
	expect(verify('receipt.json', '--key', 'receipt.json')).toMatchObject({
		status: 1,
		text: expect.stringContaining('no public key'),
	})
})
