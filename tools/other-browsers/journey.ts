import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { heights } from '#shared/wall/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import { click, eventually, expectNoOverflow, fill, navigate, read, waitUntil } from './actions.ts'
import type { JourneyContext, Step } from './journey-context.ts'
import type { Tab } from './tab.ts'

const phone = [360, 740] as const
const desk = [1280, 900] as const
const words = 'I brought in my tide charts. Ruth asked who he was.'
const waiting = 'return document.querySelectorAll(".inbox-row").length === arguments[0]'

/** The steps of the main journey, in order. */
export const journey: Step[] = [
	['a new owner signs up and makes a form', signUp],
	['a draft survives a reload, and a refusal keeps the text', draft],
	['a phone’s large picture is resized and the testimonial is sent', sendWithPhoto],
	['an open inbox shows it, and shortcuts approve, undo and approve it', approve],
	['the wall shows it', readWall],
	['an embed on another origin shows it and keeps its height', readEmbed],
	['no screen is wider than a phone', fitPhone],
	['its submitter withdraws it, and it is gone from the wall', withdraw],
]

async function signUp({ tab, url, space }: JourneyContext) {
	await tab.size(...desk)
	await tab.go(`${url}/auth`)
	await click(tab, 'button', 'Make an account')
	await read(tab, 'Username')
	await fill(tab, 'E-mail', `${space.username}-ruth@example.test`)
	await fill(tab, 'Username', `ruth-${space.slug}`)
	await fill(tab, 'Password', 'a long enough pass phrase')
	await tab.press('Enter')
	await navigate(tab, '/dashboard/new')
	await fill(tab, 'Name', `Tide Charts ${space.slug}`)
	await click(tab, 'button', 'Make the form')
	await read(tab, 'Your form is live.')
	await click(tab, 'a', 'Go to the inbox')
	await read(tab, 'Your first testimonial will land here.')
	await click(tab, 'button', 'Account of')
	await click(tab, '[role=menuitem]', 'Sign out')
	await navigate(tab, '/auth')
}

async function draft({ tab, url, space }: JourneyContext) {
	await tab.size(...phone)
	await tab.go(`${url}/collect/${space.slug}`)
	await tab.click('.star:nth-of-type(4)')
	await tab.click('#body')
	await tab.type(words)
	await waitUntil(tab, draftIsStored, words)
	await read(tab, 'Draft kept on this device')
	await tab.go(`${url}/collect/${space.slug}`)
	await waitUntil(tab, 'return document.querySelector("#body").value === arguments[0]', words)
	await waitUntil(tab, 'return document.querySelector("#star-4").checked')
	await click(tab, 'button', 'Send')
	await waitUntil(tab, 'return document.querySelector("#name").ariaInvalid === "true"')
	await waitUntil(tab, 'return document.querySelector("#body").value === arguments[0]', words)
}

async function sendWithPhoto(place: JourneyContext) {
	const { tab, folder, space } = place
	await tab.click('label:has(#k-photo)')
	const file = join(folder, 'IMG_2.jpg')
	await writeFile(file, await rotatedPhoto())
	await tab.choose('#photo', file)
	await waitUntil(tab, 'return document.querySelector("#photo").files[0]?.size < 10_000_000')
	await fill(tab, 'Name', 'Ines Carvalho')
	await tab.click('#consent')
	await waitUntil(tab, 'return document.querySelector("#consent").checked')
	await click(tab, 'button', 'Send')
	await read(tab, 'Thank you, Ines.')
	place.receiptUrl = await tab.run('return document.querySelector("#plink").value')
	const { data } = await space.client
		.from('media')
		.select('width,height')
		.eq('space_id', space.spaceId)
		.single()
		.throwOnError()
	assert.deepEqual(data, { width: 1536, height: 2048 })
}

async function approve({ tab, url, space }: JourneyContext) {
	await tab.size(...desk)
	await tab.go(`${url}/auth`)
	await fill(tab, 'E-mail', space.email)
	await fill(tab, 'Password', space.password)
	await tab.press('Enter')
	await navigate(tab, '/dashboard/inbox')
	await read(tab, 'Ines Carvalho')
	await submitTestimonial(url, space, { author: { name: 'Kwame Asante' } })
	await read(tab, 'Kwame Asante')
	await openRow(tab)
	await tab.press('a')
	await waitUntil(tab, waiting, 1)
	await tab.press('z')
	await waitUntil(tab, waiting, 2)
	await openRow(tab)
	await tab.press('a')
	await waitUntil(tab, waiting, 1)
	assert.ok(await eventually(() => isShown(url, space)), 'the wall never showed it')
}

async function openRow(tab: Tab): Promise<void> {
	await click(tab, '.inbox-row', 'Ines Carvalho')
	const open = 'return document.querySelector(".inbox-row-current")?.innerText.includes(arguments[0])'
	await waitUntil(tab, open, 'Ines Carvalho')
}

async function readWall({ tab, url, space }: JourneyContext) {
	await tab.go(`${url}/w/${space.slug}`)
	await read(tab, words)
}

async function readEmbed({ tab, url, space }: JourneyContext) {
	const [, , height] = heights.masonry
	const host = await openHostSite({
		css: `plaudit-wall { display: block; block-size: ${height}px }`,
		html: `<!doctype html><html lang="en"><head><title>Host</title><link rel="stylesheet" href="/host.css">
<script src="${url}/recorder.js"></script></head><body><plaudit-wall wall="${space.wallId}"></plaudit-wall>
<script async src="${url}/embed/${space.wallId}.js"></script></body></html>`,
	})
	try {
		await tab.go(host.url)
		const shadow = 'document.querySelector("plaudit-wall").shadowRoot'
		await waitUntil(tab, `return ${shadow}?.textContent.includes(arguments[0])`, words)
		const tall = 'return document.querySelector("plaudit-wall").offsetHeight'
		assert.equal(await tab.run(tall), height)
	} finally {
		host.close()
	}
}

async function withdraw({ tab, url, space, receiptUrl }: JourneyContext) {
	await tab.size(...phone)
	await tab.go(receiptUrl)
	await waitUntil(tab, 'return document.querySelector("img.shot")?.complete')
	await expectNoOverflow(tab, 'the page of its submitter')
	await click(tab, 'button', 'Withdraw')
	await read(tab, 'Put it back')
	assert.ok(await eventually(async () => !(await isShown(url, space))), 'the wall kept it')
}

/** Needs a separate browser with scripts disabled. */
export async function withoutScript({ tab, url, space }: JourneyContext): Promise<void> {
	await tab.size(...phone)
	await tab.go(`${url}/collect/${space.slug}`)
	await tab.click('#body')
	await tab.type(words)
	await tab.click('#name')
	await tab.type('Dagny Solheim')
	await tab.click('#consent')
	await tab.click('button[type=submit]')
	await read(tab, 'Thank you, Dagny.')
	const { data } = await space.client
		.from('testimonials')
		.update({ status: 'approved' })
		.eq('author_name', 'Dagny Solheim')
		.select('id')
		.throwOnError()
	assert.equal(data.length, 1)
	assert.ok(await eventually(() => isShown(url, space)), 'the wall never showed it')
	await tab.go(`${url}/w/${space.slug}`)
	await read(tab, words)
}

async function isShown(url: string, { slug }: JourneyContext['space']): Promise<boolean> {
	return (await (await fetch(`${url}/w/${slug}`)).text()).includes(words)
}

async function fitPhone({ tab, url, space, receiptUrl }: JourneyContext) {
	await tab.size(...phone)
	for (const path of [
		'/',
		'/auth',
		`/collect/${space.slug}`,
		`/w/${space.slug}`,
		new URL(receiptUrl).pathname,
		'/nowhere',
		'/dashboard/inbox',
		'/dashboard/forms',
		`/dashboard/forms/${space.formId}`,
		'/dashboard/walls',
		`/dashboard/walls/${space.wallId}`,
		'/dashboard/space',
		'/dashboard/account',
		'/dashboard/start',
		'/dashboard/new',
	]) {
		await tab.go(url + path)
		await waitUntil(tab, 'return document.querySelector("h1")?.checkVisibility() === true')
		await expectNoOverflow(tab, path)
	}
}

/** Script that finds out whether the only draft in this browser contains the text of `arguments[0]`. */
const draftIsStored = `return new Promise((resolve) => {
	const opening = indexedDB.open('plaudit', 1)
	// Before the form has created its store there is nothing to read, and reading must not create it.
	opening.onupgradeneeded = () => opening.transaction.abort()
	opening.onerror = () => resolve(false)
	opening.onsuccess = () => {
		const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
		reading.onsuccess = () => {
			opening.result.close()
			resolve(reading.result[0]?.values.body === arguments[0])
		}
	}
})`

/** A picture of 11 MB, mostly padding, landscape in its pixels and upright by its EXIF. */
async function rotatedPhoto(): Promise<Buffer> {
	const background = '#7a6a58'
	const picture = sharp({ create: { width: 2600, height: 1950, channels: 3, background } })
	const bytes = await picture.jpeg().withMetadata({ orientation: 6 }).toBuffer()
	return Buffer.concat([bytes, Buffer.alloc(11_000_000)])
}
