import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { heights } from '#shared/wall-layouts.ts'
import { openHostSite } from '#test/host-site.ts'
import { submit } from '#test/space.ts'
import { arrive, eventually, fill, fits, read, tap, until } from './acts.ts'
import type { Place } from './place.ts'
import type { Tab } from './tab.ts'

const phone = [360, 740] as const
const desk = [1280, 900] as const
const words = 'I brought in my tide charts. Ruth asked who he was.'
const waiting = 'return document.querySelectorAll(".inbox-row").length === arguments[0]'

/** What is walked, in this order: a sentence, and how it is proven. */
export const journey: [sentence: string, walk: (place: Place) => Promise<void>][] = [
	['a new owner signs up and makes a form', signUp],
	['a draft survives a reload, and a refusal keeps every word', draft],
	['a large picture of a phone is made smaller, and all is sent', sendWithPhoto],
	['an inbox that is open hears of it, and keys approve, take back and approve', approve],
	['the wall shows it', readWall],
	['an embed on another origin shows it and keeps its height', readEmbed],
	['no screen is broader than a phone', fitPhone],
	['its submitter withdraws it, and it is gone from the wall', withdraw],
]

async function signUp({ tab, url, space }: Place) {
	await tab.size(...desk)
	await tab.go(`${url}/auth`)
	await tap(tab, 'button', 'Make an account')
	await read(tab, 'Username')
	await fill(tab, 'E-mail', `${space.username}-ruth@example.test`)
	await fill(tab, 'Username', `ruth-${space.slug}`)
	await fill(tab, 'Password', 'a long enough pass phrase')
	await tab.press('Enter')
	await arrive(tab, '/dashboard/new')
	await fill(tab, 'Name', `Tide Charts ${space.slug}`)
	await tap(tab, 'button', 'Make the form')
	await read(tab, 'Your form is live.')
	await tap(tab, 'a', 'Go to the inbox')
	await read(tab, 'Your first testimonial will land here.')
	await tap(tab, 'button', 'Account of')
	await tap(tab, '[role=menuitem]', 'Sign out')
	await arrive(tab, '/auth')
}

async function draft({ tab, url, space }: Place) {
	await tab.size(...phone)
	await tab.go(`${url}/collect/${space.slug}`)
	await tab.click('.star:nth-of-type(4)')
	await tab.click('#body')
	await tab.type(words)
	await until(tab, keptWords, words)
	await read(tab, 'Draft kept on this device')
	await tab.go(`${url}/collect/${space.slug}`)
	await until(tab, 'return document.querySelector("#body").value === arguments[0]', words)
	await until(tab, 'return document.querySelector("#star-4").checked')
	await tap(tab, 'button', 'Send')
	await until(tab, 'return document.querySelector("#name").ariaInvalid === "true"')
	await until(tab, 'return document.querySelector("#body").value === arguments[0]', words)
}

async function sendWithPhoto(place: Place) {
	const { tab, folder, space } = place
	await tab.click('label:has(#k-photo)')
	const file = join(folder, 'IMG_2.jpg')
	await writeFile(file, await takenSideways())
	await tab.choose('#photo', file)
	await until(tab, 'return document.querySelector("#photo").files[0]?.size < 10_000_000')
	await fill(tab, 'Name', 'Ines Carvalho')
	await tab.click('#consent')
	await until(tab, 'return document.querySelector("#consent").checked')
	await tap(tab, 'button', 'Send')
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

async function approve({ tab, url, space }: Place) {
	await tab.size(...desk)
	await tab.go(`${url}/auth`)
	await fill(tab, 'E-mail', space.email)
	await fill(tab, 'Password', space.password)
	await tab.press('Enter')
	await arrive(tab, '/dashboard/inbox')
	await read(tab, 'Ines Carvalho')
	await submit(url, space, { author: { name: 'Kwame Asante' } })
	await read(tab, 'Kwame Asante')
	await openRow(tab)
	await tab.press('a')
	await until(tab, waiting, 1)
	await tab.press('z')
	await until(tab, waiting, 2)
	await openRow(tab)
	await tab.press('a')
	await until(tab, waiting, 1)
	assert.ok(await eventually(() => isShown(url, space)), 'the wall never showed it')
}

async function openRow(tab: Tab): Promise<void> {
	await tap(tab, '.inbox-row', 'Ines Carvalho')
	const open =
		'return document.querySelector(".inbox-row-current")?.innerText.includes(arguments[0])'
	await until(tab, open, 'Ines Carvalho')
}

async function readWall({ tab, url, space }: Place) {
	await tab.go(`${url}/w/${space.slug}`)
	await read(tab, words)
}

async function readEmbed({ tab, url, space }: Place) {
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
		await until(tab, `return ${shadow}?.textContent.includes(arguments[0])`, words)
		const tall = 'return document.querySelector("plaudit-wall").offsetHeight'
		assert.equal(await tab.run(tall), height)
	} finally {
		host.close()
	}
}

async function withdraw({ tab, url, space, receiptUrl }: Place) {
	await tab.size(...phone)
	await tab.go(receiptUrl)
	await until(tab, 'return document.querySelector("img.shot")?.complete')
	await fits(tab, 'the page of its submitter')
	await tap(tab, 'button', 'Withdraw')
	await read(tab, 'Put it back')
	assert.ok(await eventually(async () => !(await isShown(url, space))), 'the wall kept it')
}

/** In a browser of its own, which runs no script of pages. */
export async function withoutScript({ tab, url, space }: Place): Promise<void> {
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

async function isShown(url: string, { slug }: Place['space']): Promise<boolean> {
	return (await (await fetch(`${url}/w/${slug}`)).text()).includes(words)
}

async function fitPhone({ tab, url, space, receiptUrl }: Place) {
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
		await until(tab, 'return document.querySelector("h1")?.checkVisibility() === true')
		await fits(tab, path)
	}
}

/** Whether the one draft in this browser has the words of `arguments[0]`. */
const keptWords = `return new Promise((resolve) => {
	const opening = indexedDB.open('plaudit', 1)
	// Before the form made its store there is nothing to read, and nothing must be made here.
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

/** A picture of 11 MB, most of it no picture, wide in its bytes and upright by its EXIF. */
async function takenSideways(): Promise<Buffer> {
	const background = '#7a6a58'
	const picture = sharp({ create: { width: 2600, height: 1950, channels: 3, background } })
	const bytes = await picture.jpeg().withMetadata({ orientation: 6 }).toBuffer()
	return Buffer.concat([bytes, Buffer.alloc(11_000_000)])
}
