import type { ReactNode } from 'react'
import { AsyncScript } from './async-script.tsx'
import { addressOf } from './public-data.ts'

export type FormProps = {
	/** Address of your Plaudit, such as `https://praise.example.com`. */
	server: string
	/** The last part of the form's address. */
	slug: string
	/** `dialog`: a link that opens the form over the page; `frame`: the form in the page; `link`: a link to its own page. */
	mode?: 'dialog' | 'frame' | 'link'
	/** Height of a frame in pixels until its script gives it that of the form. */
	height?: number
	/** Title of a frame. */
	title?: string
	className?: string
	/** The words of the link. */
	children?: ReactNode
}

/** A form on a page. Without JavaScript, a link opens the form's own page, and a frame scrolls. */
export function Form({
	server,
	slug,
	mode = 'dialog',
	height = 1000,
	title = 'Write a testimonial',
	className,
	children = title,
}: FormProps) {
	const address = addressOf(server, `/collect/${encodeURIComponent(slug)}`)
	if (mode === 'link')
		return (
			<a className={className} href={address}>
				{children}
			</a>
		)
	const script = <AsyncScript server={server} name="embed/form.js" />
	if (mode === 'dialog')
		return (
			<>
				<a className={className} href={address} data-plaudit-form={slug}>
					{children}
				</a>
				{script}
			</>
		)
	return (
		<>
			<iframe
				className={className}
				src={`${address}?embed=frame`}
				title={title}
				allow="camera; microphone; clipboard-write"
				loading="lazy"
				style={{ display: 'block', width: '100%', height, border: 0 }}
			/>
			{script}
		</>
	)
}
