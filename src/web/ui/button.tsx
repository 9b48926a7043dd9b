import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import './button.css'

/** How a button looks; the same on buttons and on links that look like one. */
export type ButtonLook = {
	variant?: 'plain' | 'primary' | 'quiet' | 'danger'
	size?: 'usual' | 'tall' | 'tiny'
	/** Takes the whole line. */
	wide?: boolean
	/** Only an icon inside: square, and `aria-label` is needed. */
	icon?: boolean
}

/** The class list for a look, for elements that are not buttons (`<Link className={buttonClass({…})}>`). */
export function buttonClass({ variant, size, wide, icon }: ButtonLook, extra?: string): string {
	return classNames(
		'ui-btn',
		variant && variant !== 'plain' && `ui-btn-${variant}`,
		size && size !== 'usual' && `ui-btn-${size}`,
		wide && 'ui-btn-wide',
		icon && 'ui-btn-icon',
		extra,
	)
}

/** A button. `busy` shows a turning ring, keeps the width steady and refuses a second press. */
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
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
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

/** A button that reads as a link inside a sentence. `same` keeps the sentence's colour. */
export function TextButton({
	same = false,
	className,
	type = 'button',
	...rest
}: ComponentProps<'button'> & { same?: boolean }) {
	return (
		<button
			{...rest}
			type={type}
			className={classNames('ui-link', same && 'ui-link-same', className)}
		/>
	)
}
