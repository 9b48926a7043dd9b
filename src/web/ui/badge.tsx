import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { initials, monogram } from '#shared/look/initials.ts'
import type { TagColor } from '#shared/rows.ts'
import { classNames } from './class-names.ts'
import { PictureWithFallback } from './pictures/picture-with-fallback.tsx'
import { TagDot } from './tag-dot.tsx'
import './badge.css'

/** A state by icon, word and colour: an icon of 14 px and a word. `seal` colours only the icon. */
export function Badge({
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

/** A small round label; `color` adds the dot of a tag, and `onRemove` a remove button named `removeLabel`. */
export function Tag({
	children,
	color,
	onRemove,
	removeLabel = 'Remove',
}: {
	children: ReactNode
	color?: TagColor | undefined
	onRemove?: () => void
	removeLabel?: string
}) {
	return (
		<span className="ui-tag">
			{color ? <TagDot color={color} /> : null}
			<bdi>{children}</bdi>
			{onRemove ? (
				<button type="button" aria-label={removeLabel} onClick={onRemove}>
					<X size={12} aria-hidden="true" />
				</button>
			) : null}
		</span>
	)
}

/** A photo, or initials until there is one. Decorative: the name stands beside it. */
export function Avatar({ name, src, size }: { name: string; src?: string | null; size?: 'small' | 'large' }) {
	const look = classNames('ui-avatar', size && `ui-avatar-${size}`)
	const letters = <span className={look} data-letters={initials(name)} aria-hidden="true" />
	return <PictureWithFallback className={look} src={src} alt="" fallback={letters} />
}

/** The square logo of an organisation, or its first letter. Decorative. */
export function Monogram({ name, src }: { name: string; src?: string | null }) {
	const letter = <span className="ui-monogram" data-letters={monogram(name)} aria-hidden="true" />
	return <PictureWithFallback className="ui-monogram" src={src} alt="" fallback={letter} />
}
