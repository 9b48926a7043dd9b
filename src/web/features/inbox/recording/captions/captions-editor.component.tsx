import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CaptionsRow } from '#shared/rows.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, type InboxTables, idAt, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'
import { createRecording } from '#test/support/components/recording.ts'

const route = 'PUT /functions/v1/captions'
const position = page.getByRole('slider', { name: 'Position' })
const line = (number: number) => page.getByLabelText(`Line ${number}`, { exact: true })
const publish = page.getByRole('button', { name: 'Publish captions' })
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name, { type: 'text/vtt' })

const transcriptOf = (vtt: string) =>
	vtt
		.split('\n')
		.slice(1)
		.filter((text) => text !== '' && !text.includes('-->'))
		.join('\n')

const createCaptions = (columns: Partial<CaptionsRow> & Pick<CaptionsRow, 'vtt'>): CaptionsRow => ({
	space_id: space.id,
	testimonial_id: idAt(1),
	media_id: createRecording().id,
	locale: 'en-GB',
	transcript: transcriptOf(columns.vtt),
	source: 'typed',
	is_draft: false,
	updated_at: space.created_at,
	path: 'captions.vtt',
	...columns,
})

/** The inbox with a recording; what the screen saves becomes the row of its language. */
async function openCaptions(rows: CaptionsRow[] = []): Promise<InboxTables> {
	const media = createRecording()
	const tables = answerInbox([{ author_name: 'Greta Lindholm', kind: 'video', body: '' }], {
		media: [media],
		captions: rows,
	})
	answer({
		// The address of the file never comes: the player stands where it is sent to.
		[`POST /storage/v1/object/sign/recordings/${media.path}`]: () => new Promise(() => {}),
		[route]: async (request) => {
			const saved: Pick<CaptionsRow, 'locale' | 'vtt' | 'is_draft' | 'source'> = await request.json()
			const others = tables.captions.filter(({ locale }) => locale !== saved.locale)
			tables.captions.splice(0, Number.POSITIVE_INFINITY, ...others, createCaptions(saved))
			return saved
		},
		'POST /rest/v1/rpc/choose_quote': async (request) => {
			media.quote = (await request.json()).quote
			return undefined
		},
	})
	await openInbox()
	return tables
}

test('captions are typed with the times of the player, kept through a reload, published and quoted', async () => {
	const tables = await openCaptions()
	await position.fill('1')
	await page.getByRole('button', { name: 'Type captions' }).click()
	await expect.element(line(1)).toHaveFocus()
	await userEvent.keyboard('My hands are eighty-one,')
	await position.fill('3')
	await line(1).click()
	await userEvent.keyboard('{Enter}')
	await expect.element(line(2)).toHaveFocus()
	await userEvent.keyboard('and I said them so.')
	const playKey = '{Shift>} {/Shift}'
	await userEvent.keyboard(playKey)
	await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
	await userEvent.keyboard(playKey)
	await expect.element(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()
	await expect.element(line(2)).toHaveValue('and I said them so.')
	await position.fill('6')
	await line(2).click()
	await userEvent.keyboard('{Control>}{Shift>} {/Shift}{/Control}')
	await expect.element(position).toHaveValue('4')
	expect(document.querySelector('.recording-caption')?.textContent).toBe('and I said them so.')
	await expect.element(line(2)).toHaveValue('and I said them so.')
	await expect.poll(() => tables.captions).toMatchObject([{ is_draft: true, source: 'typed' }])

	await openAgain()
	await expect.element(line(2)).toHaveValue('and I said them so.')
	await expect.element(page.getByLabelText('End of line 1')).toHaveValue('0:03.0')
	await publish.click()
	const transcript = 'My hands are eighty-one,\nand I said them so.'
	await expect.poll(() => tables.captions).toMatchObject([{ is_draft: false, transcript }])

	const said = page.getByRole('region', { name: 'What is said' })
	await expect.element(said).toMatchTextContent('My hands are eighty-one, and I said them so.')
	await said.getByRole('button', { name: 'Choose words' }).click()
	await said.getByRole('button', { name: 'Start one word later' }).click()
	await said.getByRole('button', { name: 'End one word earlier' }).click()
	await said.getByRole('button', { name: 'Show this part' }).click()
	const marked = () => [...said.element().querySelectorAll('mark')].map(({ textContent }) => textContent)
	await expect.poll(marked).toEqual(['hands are eighty-one, ', 'and I said them'])
	await expect.element(said).toMatchTextContent('8 of 10 words')
	const words = () => document.querySelector('.inbox-row')?.textContent
	await expect.poll(words).toContain('hands are eighty-one, and I said them')

	await line(2).fill('Other words.')
	await expect.element(page.getByText(/the published captions stay until you publish these/)).toBeVisible()
	await expect.poll(() => tables.captions).toMatchObject([{ is_draft: false, transcript }])
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await expect.element(line(2)).toHaveValue('and I said them so.')
	await expectAccessible()
})

test('a file of captions is refused with its line, or becomes lines of any language', async () => {
	const tables = await openCaptions()
	await expect.element(page.getByRole('button', { name: 'Type captions' })).toBeVisible()
	const upload = page.elementLocator(document.querySelector('input[type="file"][accept*=".srt"]') as HTMLElement)
	await upload.upload(file('a.srt', '1\r\n00:00:01,000 --> 00:00:00,500\r\nBack\r\n'))
	await expect.element(page.getByRole('alert')).toHaveTextContent('Line 2 of the file: it ends before it starts.')
	await upload.upload(file('a.srt', new Uint8Array([0x31, 0x0a, 0xff, 0xfe])))
	await expect.element(page.getByRole('alert')).toMatchTextContent('not in UTF-8')
	await upload.upload(file('a.srt', '1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Bowls</b>\r\n'))
	await expect.element(line(1)).toHaveValue('Bowls')
	await publish.click()
	const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nBowls\n'
	await expect.poll(() => tables.captions).toMatchObject([{ vtt, source: 'uploaded', is_draft: false }])

	await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'ar')
	const other = page.elementLocator(document.querySelector('input[type="file"][accept*=".srt"]') as HTMLElement)
	await other.upload(file('ar.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.500\nأوعية\n'))
	await expect.element(page.getByRole('heading', { name: 'Captions, Arabic' })).toBeVisible()
	await publish.click()
	await expect.poll(() => tables.captions.map(({ locale }) => locale)).toEqual(['en-GB', 'ar'])
	expect(sentRequests(route).length).toBeGreaterThan(1)
})

test('captions that a program made must be read before they are published', async () => {
	const tables = await openCaptions()
	await expect.element(page.getByRole('button', { name: 'Type captions' })).toBeVisible()
	const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nI made a bowl.\n'
	const made = createCaptions({ vtt, source: 'transcribed', is_draft: true })
	tables.captions.push(made)
	sendChange({ table: 'captions', type: 'INSERT', record: made })
	await expect.element(page.getByText('Made by a program. Read it before you publish it.')).toBeVisible()
	await publish.click()
	await expect.element(page.getByRole('alert')).toMatchTextContent('Tick the box first')
	await page.getByLabelText('I have read it and listened: it is what is said.').click()
	await publish.click()
	await expect.poll(() => tables.captions).toMatchObject([{ is_draft: false }])
})
