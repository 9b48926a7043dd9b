import type { Receipt } from '#shared/form/receipt.ts'
import { type DiffPart, diffTexts } from '#shared/word-diff.ts'
import type { ReceiptTexts } from './receipt-text.ts'

type Props = { receipt: Receipt; texts: ReceiptTexts }

/** Other words that the space proposes: first and alone on the page, until they are answered. */
export function ProposalSection({ receipt, texts }: Props) {
	const { proposal, body, locale, space, is_public } = receipt
	const { say, day } = texts
	if (!proposal) return null
	const parts = diffTexts(body, proposal.body, locale)
	return (
		<section className="proposal" aria-labelledby="proposal">
			<h1 id="proposal">{say('proposalTitle', { space: space.name })}</h1>
			<p>
				{proposal.note ? <q dir="auto">{proposal.note}</q> : null}{' '}
				<span className="quiet">
					<bdi>{space.name}</bdi>
					{texts.dir === 'rtl' ? '، ' : ', '}
					<time dateTime={proposal.created_at}>{day(proposal.created_at)}</time>
				</span>
			</p>
			<div className="sides">
				<Side
					title={say('yourWords')}
					facts={[countOf(body, texts, locale), is_public ? say('publicNow') : ''].filter(Boolean)}
					parts={parts.filter(({ change }) => change !== 'added')}
					{...{ texts, locale }}
				/>
				<Side
					title={say('proposedWords')}
					facts={[countOf(proposal.body, texts, locale)]}
					parts={parts.filter(({ change }) => change !== 'removed')}
					{...{ texts, locale }}
				/>
			</div>
			<p className="hint">{say('proposalLegend')}</p>
			<form className="row" method="post">
				<input type="hidden" name="proposal" value={proposal.id} />
				<button className="btn first" type="submit" name="do" value="accept">
					{say('acceptProposal')}
				</button>
				<button className="btn" type="submit" name="do" value="refuse">
					{say('keepWords')}
				</button>
				<a className="btn plain" href="?all#edit">
					{say('writeDifferently')}
				</a>
			</form>
			<p>
				<a href="?all">{say('everythingElse')}</a>
			</p>
		</section>
	)
}

/** Above the rest of the page, while a proposal waits. */
export function ProposalNotice({ receipt, texts: { say } }: Props) {
	if (!receipt.proposal) return null
	return (
		<div className="news">
			<p>
				{say('proposalWaits', { space: receipt.space.name })} <a href="?">{say('seeProposal')}</a>
			</p>
		</div>
	)
}

function countOf(text: string, { say, number }: ReceiptTexts, locale: string): string {
	const words = [...segmenterOf(locale).segment(text)].filter(({ isWordLike }) => isWordLike).length
	return words === 1 ? say('oneWord') : say('manyWords', { count: number(words) })
}

function segmenterOf(locale: string): Intl.Segmenter {
	try {
		return new Intl.Segmenter(locale, { granularity: 'word' })
	} catch {
		return new Intl.Segmenter(undefined, { granularity: 'word' })
	}
}

/** One version, with what only it has marked by a line and in words for screen readers. */
function Side({
	title,
	facts,
	parts,
	texts,
	locale,
}: {
	title: string
	facts: string[]
	parts: DiffPart[]
	texts: ReceiptTexts
	locale: string
}) {
	return (
		<div>
			<h2>
				{title} <span>{facts.join(texts.dir === 'rtl' ? '، ' : ', ')}</span>
			</h2>
			<p dir="auto" lang={locale}>
				{parts.map(({ text, change }, at) => {
					// The parts of one comparison never move, so the index names one.
					const key = `${at}`
					if (change === 'same') return <span key={key}>{text}</span>
					const Mark = change === 'removed' ? 'del' : 'ins'
					// A line through or under a space belongs to no word.
					const [, before = '', marked = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
					return (
						<span key={key}>
							{before}
							<Mark>
								<span className="vh">{` [${texts.say(change)}: `}</span>
								{marked}
								<span className="vh">] </span>
							</Mark>
							{after}
						</span>
					)
				})}
			</p>
		</div>
	)
}
