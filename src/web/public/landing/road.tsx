import type { ReactNode } from 'react'
import { camera, Icon, microphone, pen, picture, seal, tick } from '#web/public/page-shell/icons.tsx'
import { ByteDots } from './byte-dots.tsx'

const kinds = [
	[pen, 'Text', 'A few lines'],
	[picture, 'Photo', 'And a line'],
	[camera, 'Video', 'With prompts'],
	[microphone, 'Audio', 'Voice alone'],
] as const
const passes = [
	'Captions in any language, typed or as a file',
	'The form speaks English, German, French, Spanish or Arabic',
]
const chain = [
	['Asked by a personal link', '3 Nov'],
	['Sent by Greta Lindholm', '16 Nov, 7f3a9c'],
	['Address confirmed', '16 Nov, b20e51'],
	['Approved by Maren Holloway', '17 Nov, 4d81f0'],
	['Shown: 12 of 32 words', '17 Nov, e9c6a2'],
] as const
const sources = [
	['A table, or JSON', 'columns to fields, with a trial run'],
	['Senja, Testimonial.to, Trustpilot', 'their own exports'],
	['Another Plaudit', 'ids, dates and links kept'],
] as const

/** One testimonial in six steps, each with an example. The embed's figure is measured by the build, or absent. */
export function Road({ embedScriptBytes }: { embedScriptBytes: number | null }) {
	return (
		<section className="road" id="road" aria-labelledby="road-h">
			<h2 id="road-h">One testimonial, from the asking to the wall</h2>
			<p>Each step is a page of the product, and none needs another service.</p>
			<Leg
				name="Ask"
				text="Paste a list, or let a program invite after each order. Everyone gets a link of their own, at most one reminder, and a way to say no that holds for good."
				also="Link, QR code, mail, or a button on your site."
			>
				<Mail />
			</Leg>
			<Leg
				name="Say"
				text="No account and no app. A draft survives a reload, a recording survives a closed page, an upload goes on where it stopped, and Send sends once."
				also="Without JavaScript it is a plain form, photo included."
			>
				<ul className="four">
					{kinds.map(([drawing, name, hint]) => (
						<li key={name}>
							<Icon drawing={drawing} />
							<b>{name}</b>
							<small>{hint}</small>
						</li>
					))}
				</ul>
				<ul className="pass">
					{passes.map((text) => (
						<li key={text}>
							<Icon drawing={tick} />
							<span>{text}</span>
						</li>
					))}
				</ul>
			</Leg>
			<Leg
				name="Keep"
				text="You may show one unbroken part of what somebody wrote or said. Any other change, even a typo, is a proposal that they accept or refuse on their own page."
				also="Stars cannot be edited. A missing rating stays missing."
			>
				<Proofread />
			</Leg>
			<Leg
				name="Prove"
				text="Only the server says how a testimonial was verified, and it says in words what that proves. Every step is sealed to the one before."
				also="Each person keeps a receipt that anyone can check without us."
			>
				<ul className="plate chain">
					{chain.map(([step, entry]) => (
						<li key={step}>
							<Icon drawing={seal} />
							<span>{step}</span>
							<code>{entry}</code>
						</li>
					))}
				</ul>
			</Leg>
			<Leg
				name="Show"
				text="Walls in your colours, on a page of their own or inside yours. One request, no cookie, no call to anyone else, readable with JavaScript off."
				also="Its height is reserved before it arrives, so nothing below it moves."
			>
				{embedScriptBytes === null ? null : <Measured bytes={embedScriptBytes} />}
			</Leg>
			<Leg
				name="Come, and go"
				text="Bring what you have: nothing is invented on the way, and what was imported says so. Leave with one file that holds it all, and a fresh copy of Plaudit loads it."
			>
				<ul className="plate froms">
					{sources.map(([from, how]) => (
						<li key={from}>
							<b>{from}</b>
							<span>{how}</span>
						</li>
					))}
				</ul>
			</Leg>
		</section>
	)
}

function Leg({ name, text, also, children }: { name: string; text: string; also?: string; children: ReactNode }) {
	return (
		<article className="leg">
			<div>
				<h3>{name}</h3>
				<p>{text}</p>
				{also ? <p className="also">{also}</p> : null}
			</div>
			<div>{children}</div>
		</article>
	)
}

function Mail() {
	return (
		<div className="plate mail">
			<p className="hd">
				<b>How was your evening at the wheel?</b>
				From Fernhill Pottery, to Rosalind Quartermaine
			</p>
			<p>
				Dear Rosalind, you threw thirty owls with us. Would you say in a sentence how it was? It takes about a minute.
			</p>
			<span className="cta">Write a few words</span>
			<p className="ft">Asked by Maren, Fernhill Pottery. Do not ask me again</p>
		</div>
	)
}

function Proofread() {
	return (
		<div className="plate proofread">
			<blockquote lang="en">
				<p>
					I went along because my sister had paid. I expected a lumpy ashtray.{' '}
					<mark>Six weeks later I have four bowls we eat from every day.</mark> Ask for the <del>wheal</del>{' '}
					<ins>wheel</ins> by the window.
				</p>
			</blockquote>
			<p className="stet">
				<i lang="la">stet</i>
				<span>
					The proof-reader’s mark for words that must stay. 12 words are shown; one letter waits for its author to say
					yes.
				</span>
			</p>
		</div>
	)
}

function Measured({ bytes }: { bytes: number }) {
	return (
		<div className="plate">
			<ByteDots bytes={bytes} />
			<dl className="measure">
				<div>
					<dt>bytes of script, compressed, one dot each</dt>
					<dd className="nums">{bytes.toLocaleString('en')}</dd>
				</div>
				<div>
					<dt>request for a whole wall</dt>
					<dd>1</dd>
				</div>
				<div>
					<dt>layout shift</dt>
					<dd>0</dd>
				</div>
			</dl>
		</div>
	)
}
