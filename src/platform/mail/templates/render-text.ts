import type { MailBlock, MailContent, MailFoot } from '#platform/mail/mail-content.ts'
import { commaOf, isolate } from './text-direction.ts'

const width = 66

/** The plain-text part: the same text; links stand on lines of their own and are never wrapped. */
export function renderText(content: MailContent): string {
	const { eyebrow = '', heading, brand, blocks, foot = [] } = content
	const mainAction = blocks.find((block) => block.kind === 'button')
	const parts = [
		wrap(eyebrow),
		wrap(heading),
		...blocks.map((block) => renderBlock(block, content, block === mainAction && blocks.filter(isButton).length === 1)),
		foot.length > 0 ? `-- \n${foot.map(renderFoot).join('\n\n')}` : '',
		brand?.name ?? 'plaudit',
	]
	return `${parts.filter(Boolean).join('\n\n')}\n`
}

const isButton = (block: MailBlock) => block.kind === 'button'

/** @param isOnlyLink a mail with one link needs no label for it */
function renderBlock(block: MailBlock, content: MailContent, isOnlyLink: boolean): string {
	switch (block.kind) {
		case 'text':
		case 'small':
		case 'rating':
			return wrap(block.text)
		case 'code':
			return `    ${block.code}`
		case 'button':
			return isOnlyLink ? block.href : `${wrap(block.label)}\n${block.href}`
		case 'rule':
			return ''
		case 'quote':
			return wrap([block.title, block.text].filter(Boolean).join('\n\n'), '> ')
		case 'person':
			return wrap(joinPerson(content, block.name, block.about))
		case 'item':
			return `${wrap(block.text, '> ')}\n${wrap(joinPerson(content, block.by, block.about))}`
	}
}

/** A name and what is known of the person; in right-to-left text, each keeps its own direction. */
function joinPerson({ language, direction }: MailContent, name: string, about = ''): string {
	const parts = [name, about].filter(Boolean)
	return parts.map((part) => (direction === 'rtl' ? isolate(part) : part)).join(commaOf(language))
}

function renderFoot({ text, link }: MailFoot): string {
	return wrap(link ? `${text} ${link.label}:` : text) + (link ? `\n${link.href}` : '')
}

/** Breaks between words; lines of the text stay lines. */
function wrap(text: string, prefix = ''): string {
	return text
		.split('\n')
		.map((line) => wrapLine(line, prefix))
		.join('\n')
}

function wrapLine(text: string, prefix: string): string {
	const lines: string[] = []
	let line = ''
	for (const word of text.split(' ')) {
		if (line && prefix.length + line.length + 1 + word.length > width) {
			lines.push(prefix + line)
			line = word
		} else line = line ? `${line} ${word}` : word
	}
	return [...lines, (prefix + line).trimEnd()].join('\n')
}
