import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '#test/support/product/issued-key.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = await readFile(join(root, 'docs/api.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
	language,
	text,
}))

let app: TestApp
let folder: string
let env: Record<string, string>
let send: () => Promise<unknown>
beforeAll(async () => {
	app = await createTestApp()
	const url = await app.listen()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-api-page-'))
	const owner = await app.person()
	const space = await createOwnSpace(owner.client)
	for (let sent = 0; sent < 3; sent++) await postSubmission(app, submissionBody(space, { body: `Praise ${sent}` }))
	const { key } = await issueKey(owner, space.space_id)
	env = {
		PATH: process.env.PATH ?? '',
		URL: url,
		KEY: key,
		SPACE: space.space_id,
		FORM: space.form_id,
		ANON_KEY: app.deps.keys.anonKey,
		OWNER_TOKEN: owner.token,
	}
	send = async () => {
		const { body } = await postSubmission(app, submissionBody(space, { body: 'One more.' }))
		return body.id
	}
})
afterAll(async () => {
	await app.close()
	await rm(folder, { recursive: true })
})

/** Starts a block as its reader would: scripts in an empty folder, JavaScript where the client is installed. */
function start({ language, text }: { language: string; text: string }): ChildProcess & { said: { text: string } } {
	const commands: Record<string, [string, string[], string]> = {
		sh: ['sh', ['-e', '-c', text], folder],
		python: ['python3', ['-c', text], folder],
		js: [process.execPath, ['--input-type=module', '-e', text], root],
	}
	const [program, args, cwd] = commands[language] ?? ['false', [], folder]
	const child = spawn(program, args, { cwd, env })
	const said = { text: '' }
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			said.text += chunk
		})
	return Object.assign(child, { said })
}

test('every block of docs/api.md is in a language that this test runs', () => {
	expect(blocks.length).toBeGreaterThan(10)
	for (const { language } of blocks) expect(['sh', 'js', 'python']).toContain(language)
})

test.each(blocks.filter(({ text }) => !text.includes('.subscribe(')))(
	'a block of docs/api.md runs: %j',
	async (block) => {
		const child = start(block)
		const code = await new Promise((resolve) => child.on('close', resolve))
		expect([child.said.text, code]).toEqual([child.said.text, 0])
		if (!block.text.includes('-o openapi.json')) expect(child.said.text).not.toBe('')
		if (block.text.includes('plk_of_nobody')) expect(child.said.text).toContain('(401)')
	},
)

test('the block of docs/api.md that listens hears of a testimonial', async () => {
	const block = blocks.find(({ text }) => text.includes('.subscribe('))
	expect(block).toBeDefined()
	if (!block) return
	const child = start(block)
	try {
		await expect.poll(() => child.said.text, { timeout: 20_000 }).toContain('SUBSCRIBED')
		// The first changes after a join may come before the subscription is on its way.
		let sent: unknown
		await expect
			.poll(
				async () => {
					sent = await send()
					return child.said.text
				},
				{ timeout: 20_000, interval: 1000 },
			)
			.toContain('INSERT')
		expect(sent).toBeDefined()
	} finally {
		child.kill()
	}
})
