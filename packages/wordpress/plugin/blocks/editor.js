// biome-ignore-all lint/correctness/noComponentHookFactories: A classic script has no scope of its own but a function.
/* global wp -- The editor loads these parts of WordPress before this file. */
;(() => {
	const { createElement: element, useEffect, useState } = wp.element
	const { __ } = wp.i18n
	const { InspectorControls, useBlockProps } = wp.blockEditor
	const { ComboboxControl, PanelBody, SelectControl, TextControl } = wp.components
	const ServerSideRender = wp.serverSideRender

	/** One request for the lists of every block on the page. */
	let lists
	const readLists = () => {
		lists ??= wp.apiFetch({ path: '/plaudit/v1/lists' })
		return lists
	}

	const optionsOf = (rows) => rows.map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }))

	function useLists() {
		const [found, setFound] = useState({ walls: [], forms: [], problem: '' })
		useEffect(() => {
			readLists().then(setFound, ({ message }) => setFound({ walls: [], forms: [], problem: message }))
		}, [])
		return found
	}

	function useTestimonials(wall) {
		const [found, setFound] = useState([])
		useEffect(() => {
			setFound([])
			if (wall)
				wp.apiFetch({ path: `/plaudit/v1/testimonials?wall=${encodeURIComponent(wall)}` }).then(setFound, () => {})
		}, [wall])
		return found
	}

	/** A choice from the list of the key; without a list, the last part of the address is typed. */
	function NameField({ label, value, options, problem, onChange }) {
		if (options.length === 0)
			return element(TextControl, { label, value, help: problem, onChange: (text) => onChange(text.trim()) })
		return element(ComboboxControl, { label, value, options, onChange: (name) => onChange(name ?? '') })
	}

	function Fields({ kind, attributes, setAttributes }) {
		const { walls, forms, problem } = useLists()
		const testimonials = useTestimonials(kind === 'testimonial' ? attributes.from : '')
		const set = (name) => (value) => setAttributes({ [name]: value })
		const field = (name, label, rows) =>
			element(NameField, {
				label,
				value: attributes[name],
				options: optionsOf(rows),
				problem,
				onChange: set(name),
			})
		if (kind === 'wall') return field('wall', __('Wall', 'plaudit'), walls)
		if (kind === 'badge') return field('badge', __('Wall', 'plaudit'), walls)
		if (kind === 'testimonial')
			return [
				element('div', { key: 'from' }, field('from', __('From the wall', 'plaudit'), walls)),
				element(NameField, {
					key: 'id',
					label: __('Testimonial', 'plaudit'),
					value: attributes.testimonial,
					options: testimonials.map(({ id, name }) => ({ value: id, label: name })),
					problem: __('Or the last part of its public link.', 'plaudit'),
					onChange: set('testimonial'),
				}),
			]
		return [
			element('div', { key: 'form' }, field('form', __('Form', 'plaudit'), forms)),
			element(SelectControl, {
				key: 'show',
				label: __('Show', 'plaudit'),
				value: attributes.show,
				options: [
					{ value: 'dialog', label: __('A button that opens the form over the page', 'plaudit') },
					{ value: 'frame', label: __('The form in the page', 'plaudit') },
					{ value: 'link', label: __('A link to the form', 'plaudit') },
				],
				onChange: set('show'),
			}),
			element(TextControl, {
				key: 'label',
				label: __('Words of the button', 'plaudit'),
				value: attributes.label,
				onChange: set('label'),
			}),
		]
	}

	/** The preview of a chosen block, and its fields at the side; the fields alone before. */
	function Editor({ kind, attributes, setAttributes }) {
		// An author who clicks into the preview must not leave the editor by a link.
		const preview = { inert: 'true', style: { pointerEvents: 'none' } }
		const fields = element(Fields, { kind, attributes, setAttributes })
		return element(
			'div',
			useBlockProps(),
			element(InspectorControls, null, element(PanelBody, { title: 'Plaudit' }, fields)),
			attributes[kind]
				? element('div', preview, element(ServerSideRender, { block: `plaudit/${kind}`, attributes }))
				: fields,
		)
	}

	for (const kind of ['wall', 'form', 'badge', 'testimonial'])
		wp.blocks.registerBlockType(`plaudit/${kind}`, {
			edit: (props) => element(Editor, { kind, ...props }),
			save: () => null,
		})
})()
