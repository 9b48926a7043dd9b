import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import './button.css'

/** Appearance of a button; the same on buttons and on links that look like one. */
export type ButtonStyle = {
	variant?: 'plain' | 'primary' | 'quiet' | 'danger'
	size?: 'tall' | 'tiny'
	/** Takes the full width. */
	wide?: boolean
	/** Contains only an icon: square, and needs `aria-label`. */
	icon?: boolean
}

/** The class list of an appearance, for elements that are not buttons (`<Link className={buttonClass({…})}>`). */
export function buttonClass({ variant, size, wide, icon }: ButtonStyle, extra?: string): string {
	return classNames(
		'ui-btn',
		variant && variant !== 'plain' && `ui-btn-${variant}`,
		size && `ui-btn-${size}`,
		wide && 'ui-btn-wide',
		icon && 'ui-btn-icon',
		extra,
	)
}

/** A button. `busy` shows a spinner, keeps the width and ignores further presses. */
export function Button({
	variant,
	size,
	wide,
	icon,
	busy = false,
	className,
	children,
	type = 'button',
	disabled,
	...rest
}: ComponentProps<'button'> & ButtonStyle & { busy?: boolean }) {
	return (
		<button
			{...rest}
			type={type}
			disabled={disabled || busy}
			aria-busy={busy || undefined}
			className={buttonClass({ variant, size, wide, icon }, className)}
		>
			{busy ? <Spinner /> : null}
			{busy && icon ? null : children}
		</button>
	)
}

/** A button that looks like a link inside a sentence. `inheritColor` keeps the sentence's colour. */
export function TextButton({
	inheritColor = false,
	className,
	type = 'button',
	...rest
}: ComponentProps<'button'> & { inheritColor?: boolean }) {
	return <button {...rest} type={type} className={classNames('ui-link', inheritColor && 'ui-link-same', className)} />
}

/** One key of the keyboard, as printed on it. Hidden on phones. */
export function Kbd({ children }: { children: ReactNode }) {
	return <kbd className="ui-kbd">{children}</kbd>
}
