import { expect, it } from 'vitest'
import { dialogSnippet, formFrameSnippet, formPolicy, linkSnippet } from './form-snippets.ts'

const form = { link: 'https://praise.example.com/collect/fern', slug: 'fern', title: 'How "good" was <it>?' }

it('each way to embed a form is code that names the installation once for each thing it loads', () => {
	expect(dialogSnippet(form)).toBe(
		'<a href="https://praise.example.com/collect/fern" data-plaudit-form="fern">Tell us how it went</a>\n<script async src="https://praise.example.com/embed/form.js"></script>',
	)
	expect(linkSnippet(form)).toBe('<a href="https://praise.example.com/collect/fern">Tell us how it went</a>')
	expect(formPolicy(form.link)).toBe('script-src https://praise.example.com; frame-src https://praise.example.com')
})

it('the title of a framed form cannot end its attribute, and the frame may use camera and microphone', () => {
	const code = formFrameSnippet(form)
	expect(code).not.toContain('"good"')
	expect(code).not.toContain('<it>')
	expect(code).toContain('allow="camera; microphone; clipboard-write"')
	expect(code).toContain('src="https://praise.example.com/collect/fern?embed=frame"')
})
