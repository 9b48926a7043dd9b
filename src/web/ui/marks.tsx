import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Picture } from './picture.tsx'
import './marks.css'

/** A state in shape, word and colour: an icon of 14 px and a word. `seal` colours only the icon. */
export function Mark({
	tone,
	icon,
	children,
}: {
	tone?: 'good' | 'warm' | 'bad' | 'seal'
	icon?: ReactNode
	children: ReactNode
}) {
	return (
		<span className={classNames('ui-mark', tone && `ui-mark-${tone}`)}>
			{icon}
			{children}
		</span>
	)
}

/** A small round label; with `onRemove` it carries a cross named `removeLabel`. */
export function Tag({
	children,
	onRemove,
	removeLabel = 'Remove',
}: {
	children: ReactNode
	onRemove?: () => void
	removeLabel?: string
}) {
	return (
		<span className="ui-tag">
			<bdi>{children}</bdi>
			{onRemove ? (
				<button type="button" aria-label={removeLabel} onClick={onRemove}>
					<X size={12} aria-hidden="true" />
				</button>
			) : null}
		</span>
	)
}

/** A face, or the initials until there is one. Decorative: the name stands beside it. */
export function Avatar({
	name,
	src,
	size,
}: {
	name: string
	src?: string | null
	size?: 'small' | 'large'
}) {
	const look = classNames('ui-avatar', size && `ui-avatar-${size}`)
	const letters = <span className={look} data-letters={initials(name)} aria-hidden="true" />
	return <Picture className={look} src={src} alt="" instead={letters} />
}

/** The square sign of an organisation: its picture, or its first letter. Decorative. */
export function Monogram({ name, src }: { name: string; src?: string | null }) {
	const [sign = '“'] = initials(name)
	const letter = <span className="ui-monogram" data-letters={sign} aria-hidden="true" />
	return <Picture className="ui-monogram" src={src} alt="" instead={letter} />
}

/** First letters of the first and the last word, in capitals; one letter for scripts that join. */
export function initials(name: string): string {
	const words = name.trim().split(/\s+/u).filter(Boolean)
	const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
		(word) => [...(word ?? '')].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? '',
	)
	const both = letters.join('').toLocaleUpperCase()
	return /[\u0590-\u08ff]/u.test(both) ? (letters[0] ?? '') : both
}
