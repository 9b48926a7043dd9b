import { expect, test } from './fixtures.ts'

const odd = [
	['an empty file', { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }],
	[
		'a kind that no browser shows',
		{ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.alloc(99) },
	],
	[
		'a film still of 11 MB',
		{ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(11_000_000) },
	],
	[
		'bytes that are no picture',
		{ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a note') },
	],
] as const
const words = [
	'That file is empty. Choose another one.',
	'Choose a JPEG, PNG or WebP picture.',
	'Choose a photo of at most 10 MB.',
	'Choose a JPEG, PNG or WebP picture.',
]

test('a portrait that cannot be taken is named when it is chosen, and can be taken away', async ({
	phone,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const field = phone.getByLabel('Add your portrait').or(phone.getByLabel('Change photo'))
	for (const [index, [name, file]] of odd.entries()) {
		await field.setInputFiles({ ...file })
		await expect(phone.locator('#avatar-x'), name).toHaveText(words[index] ?? '')
		await expect(phone.locator('.frame img'), name).toHaveCount(0)
	}
	await phone.getByRole('button', { name: 'Remove' }).click()
	await expect(phone.locator('#avatar-x')).toHaveCount(0)
	await expect(phone.getByLabel('Add your portrait')).toBeFocused()
})

test('an empty portrait is not left out in silence', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('textbox', { name: 'Your words' }).fill('Six weeks later.')
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByLabel('Add your portrait').setInputFiles({ ...odd[0][1] })
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('alert')).toContainText('That file is empty. Choose another one')
})
