import { ByteDots } from './byte-dots.tsx'

const quotation = {
	before: 'I expected a lumpy ashtray. ',
	shown: 'Six weeks later I have four bowls we eat from every day.',
	after: ' Ask for the wheel by the window.',
}
const words = (text: string) => text.trim().split(/\s+/).length

/** Three proofs: figure, sentence, and the thing itself. The embed's figure is measured or absent. */
export function Proofs({ embedScriptBytes }: { embedScriptBytes: number | null }) {
	return (
		<section id="proofs" aria-labelledby="proofs-h">
			<h2 className="vh" id="proofs-h">
				Three proofs
			</h2>
			<OneCommand />
			<WordForWord />
			<ZeroCost bytes={embedScriptBytes} />
		</section>
	)
}

function OneCommand() {
	return (
		<div className="proof">
			<p className="fig">
				1<small>command, no outside account</small>
			</p>
			<div>
				<h3>It is running before the tea is ready</h3>
				<p>
					A real PostgreSQL and disk storage come with it. You need no mail server, no cloud bucket
					and no domain to begin.
				</p>
			</div>
			<div className="plate">
				<pre>
					<b>$</b> npm start{'\n'}
					<i>{'database   '}</i>PostgreSQL, in ./data{'\n'}
					<i>{'storage    '}</i>disk, in ./data{'\n'}
					<i>{'mail       '}</i>./data/outbox{'\n'}
					<i>{'address    '}</i>http://localhost:3000{'\n'}
					{'\n'}Open it and make your first form.
				</pre>
			</div>
		</div>
	)
}

function WordForWord() {
	const { before, shown, after } = quotation
	return (
		<div className="proof">
			<p className="fig">
				0<small>words changed by an owner</small>
			</p>
			<div>
				<h3>An owner may choose, never rewrite</h3>
				<p>
					You can show one unbroken part of what someone wrote. Only the person who wrote it can
					change a word, from a page of their own.
				</p>
				<p>Stars cannot be edited. A missing rating stays missing.</p>
			</div>
			<div className="plate proofread">
				<blockquote lang="en">
					<p>
						{before}
						<mark>{shown}</mark>
						{after}
					</p>
				</blockquote>
				<ul className="notes">
					<li>
						Shown on the wall: {words(shown)} of {words(before + shown + after)} words
					</li>
					<li className="rest">Kept as written: all of them</li>
				</ul>
			</div>
		</div>
	)
}

function ZeroCost({ bytes }: { bytes: number | null }) {
	return (
		<div className="proof">
			{bytes === null ? (
				<p className="fig">
					1<small>request, and nothing moves</small>
				</p>
			) : (
				<p className="fig">
					{(bytes / 1000).toFixed(1)}
					<span className="unit">KB</span>
					<small>is all of its script</small>
				</p>
			)}
			<div>
				<h3>The embed costs your page nothing</h3>
				<p>
					One request. No cookie, no call to anyone else, readable with JavaScript off. Its height
					is reserved before it arrives, so nothing below it moves.
				</p>
			</div>
			{bytes === null ? null : <ByteDots bytes={bytes} />}
		</div>
	)
}
