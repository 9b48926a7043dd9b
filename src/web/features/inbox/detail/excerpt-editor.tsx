import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { splitExcerpt } from '#shared/wall/split-excerpt.ts'
import { useEscape } from '#web/lib/browser/use-escape.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { countWords, type Excerpt, moveEdge, segmentWords, snapToWords, toCodePointOffset } from './excerpt.ts'

const edges = ['start', 'end'] as const

/** The words of the editor; those for a transcript are translated. */
export type ExcerptTexts = {
	title: string
	help: string
	start: string
	end: string
	earlier: (edge: string) => string
	later: (edge: string) => string
	count: (shown: number, all: number) => string
	showPart: string
	showAll: string
	cancel: string
}

const english: ExcerptTexts = {
	title: 'Choose the part to show',
	help: 'Select the words to show, or move the edges. One piece, whole words, nothing changed.',
	start: 'Start',
	end: 'End',
	earlier: (edge) => `${edge} one word earlier`,
	later: (edge) => `${edge} one word later`,
	count: (shown, all) => `${shown} of ${formatCount(all, 'word')}`,
	showPart: 'Show this part',
	showAll: 'Show all of it',
	cancel: 'Cancel',
}

/** UTF-16 offset of a position in the quotation, counted over its text nodes. */
const offsetIn = (root: Node, node: Node, offset: number): number => {
	const range = document.createRange()
	range.selectNodeContents(root)
	range.setEnd(node, offset)
	return range.toString().length
}

/**
 * Chooses the excerpt: by selecting text with a pointer, or by moving either edge word by word with buttons. The text
 * itself is read-only.
 */
export function ExcerptEditor(props: {
	body: string
	lang: string
	excerpt: Excerpt | null
	texts?: ExcerptTexts
	onSave: (excerpt: Excerpt | null) => void
	onCancel: () => void
}) {
	const { body, lang, excerpt, texts = english, onSave, onCancel } = props
	const [chosen, setChosen] = useState<Excerpt | null>(excerpt)
	const quote = useRef<HTMLQuoteElement>(null)
	const panel = useRef<HTMLFieldSetElement>(null)
	useEffect(() => {
		panel.current?.querySelector('button')?.focus({ preventScroll: true })
	}, [])

	useEscape(onCancel)

	const takeSelection = () => {
		const root = quote.current
		const selection = window.getSelection()
		const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
		if (!root || !range || range.collapsed || !root.contains(range.commonAncestorContainer)) return
		const start = toCodePointOffset(body, offsetIn(root, range.startContainer, range.startOffset))
		const end = toCodePointOffset(body, offsetIn(root, range.endContainer, range.endOffset))
		setChosen(snapToWords(body, start, end))
		selection?.removeAllRanges()
	}
	const fullExcerpt = (): Excerpt => ({ start: 0, end: segmentWords(body).at(-1)?.end ?? 0 })
	const move = (edge: 'start' | 'end', by: 1 | -1) =>
		setChosen((now) => {
			const next = moveEdge(body, now ?? fullExcerpt(), edge, by)
			return next.start === 0 && next.end === fullExcerpt().end ? null : next
		})
	const { before, shown, after } = splitExcerpt(body, chosen)
	return (
		<>
			<blockquote
				ref={quote}
				className="inbox-hero inbox-hero-choosing"
				lang={lang}
				dir="auto"
				onPointerUp={takeSelection}
			>
				{before}
				<mark>{shown}</mark>
				{after}
			</blockquote>
			<fieldset className="inbox-choosing" ref={panel}>
				<legend className="ui-sr">{texts.title}</legend>
				<p className="ui-small ui-quiet">{texts.help}</p>
				<div className="inbox-edges">
					{edges.map((edge) => (
						<span className="inbox-edge" key={edge}>
							{texts[edge]}
							<IconButton
								label={texts.earlier(texts[edge])}
								Icon={ArrowLeft}
								iconSize={14}
								variant="plain"
								size="tiny"
								onClick={() => move(edge, -1)}
							/>
							<IconButton
								label={texts.later(texts[edge])}
								Icon={ArrowRight}
								iconSize={14}
								variant="plain"
								size="tiny"
								onClick={() => move(edge, 1)}
							/>
						</span>
					))}
					<span className="ui-small" role="status">
						{texts.count(countWords(shown), countWords(body))}
					</span>
				</div>
				<div className="inbox-edges">
					<Button variant="primary" onClick={() => onSave(chosen)}>
						{chosen ? texts.showPart : texts.showAll}
					</Button>
					<Button variant="quiet" onClick={onCancel}>
						{texts.cancel}
					</Button>
				</div>
			</fieldset>
		</>
	)
}
