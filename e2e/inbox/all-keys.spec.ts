import { expect, test } from '#e2e/support/fixtures.ts'
import { addPendingRecording } from '#e2e/support/recordings.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { sampleCaptions } from '#test/support/product/add-recording.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { shortcutGroups } from '#web/features/inbox/shortcuts/shortcut-groups.ts'
import { keysOfList, opened, type Steps } from './list-keys.ts'
import { keysOfPlayer } from './player-keys.ts'

const linesOf = (groups: string[]) =>
	shortcutGroups.filter(({ name }) => groups.includes(name)).flatMap(({ keys }) => keys.map(({ does }) => does))

async function run(steps: Steps, groups: string[]): Promise<void> {
	expect(
		steps.map(([does]) => does),
		'every key that the help shows has its step',
	).toEqual(linesOf(groups))
	for (const [does, step] of steps) await test.step(does, step)
}

const listGroups = shortcutGroups.map(({ name }) => name).filter((name) => name !== 'Play')

test('each key of the help of the inbox does what the help says', async ({ page, server, space }) => {
	const editor = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	for (const name of ['Ada', 'Bela', 'Cyra', 'Dora'])
		await submitTestimonial(server.url, space, { author: { name }, body: `${name} came on time and stayed late.` })
	await space.client
		.from('testimonials')
		.update({ status: 'approved' })
		.eq('space_id', space.spaceId)
		.eq('author_name', 'Ada')
		.throwOnError()
	await openSignedIn(page, server.url, space)
	await expect(opened(page)).toHaveText('Dora')
	await run(keysOfList(page, space, editor.username), listGroups)
})

test('each key of the player does what the help says', async ({ page, server, space }) => {
	await addPendingRecording(server, space, { captions: { en: sampleCaptions } })
	await openSignedIn(page, server.url, space)
	await expect(page.getByRole('figure', { name: /^Video from/ })).toBeVisible()
	await run(keysOfPlayer(page), ['Play'])
})
