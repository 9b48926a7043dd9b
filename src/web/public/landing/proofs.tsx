const quotation = {
	before: 'I expected a lumpy ashtray. ',
	shown: 'Six weeks later I have four bowls we eat from every day.',
	after: ' Ask for the wheel by the window.',
}
const words = (text: string) => text.trim().split(/\s+/).length

/** Three proofs: figure, sentence and example. The embed's figure is measured or absent. */
export function Proofs({ embedScriptBytes }: { embedScriptBytes: number | null }) {
	return (
		<section id="proofs" aria-labelledby="proofs-h">
			<h2 className="vh" id="proofs-h">
				Three proofs
			</h2>
			<OneCommandProof />
			<UnchangedWordsProof />
			<EmbedCostProof bytes={embedScriptBytes} />
		</section>
	)
}

function OneCommandProof() {
	return (
		<div className="proof">
			<p className="fig">
				1<small>command, no outside account</small>
			</p>
			<div>
				<h3>It is running before the tea is ready</h3>
				<p>
					A real PostgreSQL and disk storage come with it. You need no mail server, no cloud bucket and no domain to
					begin.
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

function UnchangedWordsProof() {
	const { before, shown, after } = quotation
	return (
		<div className="proof">
			<p className="fig">
				0<small>words changed by an owner</small>
			</p>
			<div>
				<h3>An owner may choose, never rewrite</h3>
				<p>
					You can show one unbroken part of what someone wrote. Only the person who wrote it can change a word, from a
					page of their own.
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

function EmbedCostProof({ bytes }: { bytes: number | null }) {
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
					One request. No cookie, no call to anyone else, readable with JavaScript off. Its height is reserved before it
					arrives, so nothing below it moves.
				</p>
			</div>
			{bytes === null ? null : <ByteDots bytes={bytes} />}
		</div>
	)
}

const perLine = 64
const size = 8

/** One dot per byte of the script, as two rectangles filled with a pattern. */
function ByteDots({ bytes }: { bytes: number }) {
	const lines = Math.floor(bytes / perLine)
	const rest = bytes % perLine
	const height = (lines + (rest > 0 ? 1 : 0)) * size
	const count = bytes.toLocaleString('en')
	return (
		<div>
			<svg
				className="bytes"
				viewBox={`0 0 ${perLine * size} ${height}`}
				role="img"
				aria-label={`${count} dots in rows of ${perLine}, one for each byte of the script`}
			>
				<defs>
					<pattern id="dot" width={size} height={size} patternUnits="userSpaceOnUse">
						<circle cx="4" cy="4" r="2.3" fill="currentColor" />
					</pattern>
				</defs>
				<rect width={perLine * size} height={lines * size} fill="url(#dot)" />
				<rect y={lines * size} width={rest * size} height={size} fill="url(#dot)" />
			</svg>
			<p className="cap nums">
				One dot, one byte, {perLine} to a line: the whole script, compressed. {count} in all.
			</p>
		</div>
	)
}
