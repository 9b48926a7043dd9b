import { escapeHtml } from '#product/pages/document.ts'
import { dateLocale } from '#shared/date-locale.ts'
import { answerLines } from '#shared/form/answer-lines.ts'
import { filePath, type PersonRecord } from './person-record.ts'
import type { PersonWords } from './words/en.ts'
import { personWordsFor } from './words/person-words.ts'

type Testimonial = PersonRecord['testimonials'][number]
type Texts = ReturnType<typeof openTexts>

/** One person's data as a page that opens from a folder: no script, and nothing from elsewhere. */
export function renderPersonPage(record: PersonRecord): string {
	const texts = openTexts(record)
	const { lang, dir, say, moment } = texts
	const title = say('title')
	const parts = [
		`<h1>${title}</h1><p>${say('intro', { moment: moment(new Date().toISOString()) })}</p>`,
		section(say('addresses'), [
			list(record.addresses.map((address) => `<bdi>${escapeHtml(address)}</bdi>`)) || `<p>${say('nothing')}</p>`,
			record.is_never_asked_again ? `<p>${say('neverAsked')}</p>` : '',
		]),
		...record.testimonials.map((testimonial, at) => renderTestimonial(testimonial, at, texts)),
		record.invitations.length === 0
			? ''
			: section(say('invitations'), [
					record.invitations.map((invitation) => renderInvitation(invitation, texts)).join(''),
				]),
		record.customer_events.length === 0
			? ''
			: section(say('customerEvents'), [record.customer_events.map((event) => renderEvent(event, texts)).join('')]),
		record.import_rows.length === 0
			? ''
			: section(say('importRows'), [record.import_rows.map((row) => renderImportRow(row, texts)).join('')]),
	]
	return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${css}</style></head><body><main>${parts.join('\n')}</main></body></html>\n`
}

function openTexts({ space, testimonials }: PersonRecord) {
	const { lang, dir, words } = personWordsFor(testimonials.at(-1)?.locale ?? space.locale)
	const format = (style: Intl.DateTimeFormatOptions) => {
		const made = new Intl.DateTimeFormat(dateLocale(lang), { ...style, timeZone: 'UTC', numberingSystem: 'latn' })
		return (iso: string) => made.format(new Date(iso))
	}
	return {
		lang,
		dir,
		day: format({ dateStyle: 'long' }),
		moment: format({ dateStyle: 'long', timeStyle: 'long' }),
		/** A text as HTML. */
		say(name: keyof PersonWords, values: Record<string, string | number> = {}): string {
			const placeholders: Record<string, string | number> = { space: space.name, ...values }
			return escapeHtml(words[name]).replace(
				/\{(\w+)\}/g,
				(_, key: string) => `<bdi>${escapeHtml(String(placeholders[key]))}</bdi>`,
			)
		},
	}
}

function renderTestimonial(t: Testimonial, at: number, { say, day, moment }: Texts): string {
	const author = [t.author.name, t.author.title, t.author.company, t.author.url].filter((line) => line !== null)
	const facts = [
		`${say('name')}: <bdi>${author.map(escapeHtml).join(', ')}</bdi>`,
		...(t.email === null ? [] : [`${say('email')}: <bdi>${escapeHtml(t.email)}</bdi>`]),
		say(t.is_public ? 'isPublic' : t.status),
		...(t.walls.length === 0 ? [] : [say('walls', { walls: t.walls.map(({ name }) => name).join(', ') })]),
		...(t.withdrawn_at === null ? [] : [say('withdrawn', { day: day(t.withdrawn_at) })]),
	]
	return section(say('testimonial', { day: day(t.submitted_at) }), [
		heading(t.title, t.locale),
		quote(t.body, t.locale),
		t.rating === null ? '' : `<p>${say('rating', { rating: t.rating })}</p>`,
		list(facts),
		...t.former_versions.map((v) =>
			part(say('formerWords', { day: day(v.replaced_at) }), heading(v.title, t.locale) + quote(v.body, t.locale)),
		),
		...t.proposals.map((p) => part(say('proposal', { day: day(p.created_at) }), quote(p.body, t.locale))),
		...t.notes.map((n) => part(say('memberNote', { day: day(n.created_at) }), quote(n.body))),
		t.answers.length === 0
			? ''
			: part(
					say('answers'),
					t.answers
						.map(
							(a) =>
								`<p><b><bdi>${escapeHtml(a.question)}</bdi></b></p>${quote(answerLines({ kind: a.kind, value: a.answer }, t.locale).join('\n'), t.locale)}`,
						)
						.join(''),
				),
		part(
			say('consents'),
			t.consents
				.map(({ scope, wording, given_at, revoked_at }) => {
					const end = revoked_at === null ? '' : `, ${say('revoked', { moment: moment(revoked_at) })}`
					return `<p>${say(`scope_${scope}`)}: ${say('given', { moment: moment(given_at) })}${end}</p>${quote(wording, t.locale)}`
				})
				.join(''),
		),
		t.verifications.length === 0
			? ''
			: part(
					say('verifications'),
					list(t.verifications.map((v) => `${say(`basis_${v.basis}`)}, ${moment(v.verified_at)}`)),
				),
		t.reply ? part(say('reply'), quote(t.reply.body, t.locale)) : '',
		...t.captions.map((c) => part(say('captions'), quote(c.transcript, c.locale))),
		t.files.length === 0
			? ''
			: part(say('files'), t.files.map((file) => renderFile(filePath(at, file), file.mime)).join('')),
	])
}

function renderInvitation(i: PersonRecord['invitations'][number], { say, day, moment }: Texts): string {
	const dates = (['sent', 'reminded', 'answered'] as const).flatMap((name) => {
		const at = i[`${name}_at`]
		return at === null ? [] : [say(name, { moment: moment(at) })]
	})
	const person = [i.name, i.company, i.email].filter((line) => line !== null).map(escapeHtml)
	return part(
		say('invitation', { day: day(i.created_at) }),
		`${list([`<bdi>${person.join(', ')}</bdi>`, ...dates])}<p><b><bdi>${escapeHtml(i.subject)}</bdi></b></p>${quote(i.message)}${
			i.note === null ? '' : `<p>${say('note')}</p>${quote(i.note)}`
		}`,
	)
}

function renderEvent(e: PersonRecord['customer_events'][number], { say, day, moment }: Texts): string {
	const person = [e.name, e.company, e.email].filter((line) => line !== null).map(escapeHtml)
	const more = e.data === null ? [] : [`<bdi>${escapeHtml(JSON.stringify(e.data))}</bdi>`]
	return part(
		say('customerEvent', { event: e.event, day: day(e.at) }),
		list([
			`<bdi>${person.join(', ')}</bdi>`,
			`<bdi>${escapeHtml(e.reference)}</bdi>`,
			say('received', { moment: moment(e.received_at) }),
			...more,
		]),
	)
}

function renderImportRow(
	{ file, imported_at, row, columns, cells }: PersonRecord['import_rows'][number],
	{ say, day }: Texts,
): string {
	const lines = cells.flatMap((cell, at) =>
		cell.trim() === '' ? [] : [`<bdi>${escapeHtml(columns[at] ?? '')}</bdi>: <bdi>${escapeHtml(cell)}</bdi>`],
	)
	const place = file === null ? 'pastedRow' : 'importRow'
	return part(say(place, { row, file: file ?? '', day: day(imported_at) }), list(lines))
}

function renderFile(path: string, mime: string): string {
	const src = escapeHtml(path)
	const link = `<p><a href="${src}">${src}</a></p>`
	if (mime.startsWith('image/')) return `<p><img src="${src}" alt=""></p>${link}`
	if (mime.startsWith('video/')) return `<p><video controls preload="metadata" src="${src}"></video></p>${link}`
	if (mime.startsWith('audio/')) return `<p><audio controls preload="metadata" src="${src}"></audio></p>${link}`
	return link
}

const section = (heading: string, content: string[]) => `<section><h2>${heading}</h2>${content.join('')}</section>`
const part = (heading: string, content: string) => (content === '' ? '' : `<h3>${heading}</h3>${content}`)
const list = (lines: string[]) =>
	lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
/** The title above a quotation. */
const heading = (title: string | null, lang: string) =>
	title === null ? '' : `<p dir="auto" lang="${escapeHtml(lang)}"><b>${escapeHtml(title)}</b></p>`
const quote = (text: string, lang?: string) =>
	text === ''
		? ''
		: `<blockquote dir="auto"${lang ? ` lang="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</blockquote>`

const css =
	'body{margin:0;font:17px/1.5 system-ui,sans-serif}main{max-width:44rem;margin-inline:auto;padding:2rem 1rem}h1{line-height:1.2}h2{margin-block:2.5rem .5rem;border-block-start:1px solid;padding-block-start:1rem}h3{margin-block:1.5rem .25rem;font-size:1rem}blockquote{margin:.5rem 0;padding-inline-start:1rem;border-inline-start:3px solid #8886;white-space:pre-wrap;overflow-wrap:anywhere}img,video{max-width:100%;max-height:30rem}audio{width:100%}li{overflow-wrap:anywhere}'
