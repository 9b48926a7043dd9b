import {
	type CardPart,
	cardParts,
	defaultTheme,
	type ItemKind,
	itemKinds,
	mostLines,
	type PageFilter,
	pageFilters,
	type WallCards,
	type WallCorners,
	type WallDensity,
	type WallMode,
	type WallMore,
	type WallSelection,
	type WallSharing,
	type WallTheme,
	type WallType,
	wallColumns,
} from './wall.ts'

const modes: readonly WallMode[] = ['auto', 'light', 'dark']
const types: readonly WallType[] = ['serif', 'sans', 'brand', 'host']
const densities: readonly WallDensity[] = ['compact', 'normal', 'airy']
const corners: readonly WallCorners[] = ['square', 'soft', 'round']
const mores: readonly WallMore[] = ['over', 'place']
const cards: readonly WallCards[] = ['layout', 'card', 'bubble', 'bare']

/** Reads `walls.theme` as stored; missing and invalid parts take their default. */
export function readTheme(stored: unknown): WallTheme {
	const given = asRecord(stored)
	const lines = Number(given.lines)
	return {
		mode: oneOf(modes, given.mode) ?? defaultTheme.mode,
		color: readColor(given.color),
		accent: readColor(given.accent),
		type: oneOf(types, given.type) ?? defaultTheme.type,
		stars: given.stars !== false,
		photos: given.photos !== false,
		dates: given.dates !== false,
		density: oneOf(densities, given.density) ?? defaultTheme.density,
		corners: oneOf(corners, given.corners) ?? defaultTheme.corners,
		cards: oneOf(cards, given.cards) ?? defaultTheme.cards,
		shadow: given.shadow === true,
		columns: wallColumns.find((count) => count === given.columns) ?? null,
		order: readOrder(given.order),
		avatars: given.avatars !== false,
		roles: given.roles !== false,
		days: given.days === true,
		sources: given.sources === true,
		lines: Number.isInteger(lines) && lines > 0 && lines <= mostLines ? lines : null,
		more: oneOf(mores, given.more) ?? defaultTheme.more,
		hover_pause: given.hover_pause !== false,
		css: typeof given.css === 'string' ? given.css : '',
	}
}

/** Every part once: those that are named, then the others. */
function readOrder(stored: unknown): CardPart[] {
	const named = texts(stored).filter((part): part is CardPart => oneOf(cardParts, part) !== null)
	return [...new Set([...named, ...cardParts])]
}

/** Reads `walls.selection` as stored; missing and invalid parts set no limit. */
export function readSelection(stored: unknown): WallSelection {
	const given = asRecord(stored)
	const limit = Number(given.limit)
	return {
		tags: ids(given.tags),
		kinds: texts(given.kinds).filter((kind): kind is ItemKind => oneOf(itemKinds, kind) !== null),
		forms: ids(given.forms),
		min_date: readDay(given.min_date),
		ids: ids(given.ids),
		limit: Number.isInteger(limit) && limit > 0 ? limit : null,
	}
}

/** Reads how a wall is found and shared; missing and invalid parts take their default. */
export function readSharing(stored: unknown): WallSharing {
	const given = asRecord(stored)
	const text = (value: unknown) => (typeof value === 'string' ? value : '')
	return {
		page_title: text(given.page_title),
		page_description: text(given.page_description),
		noindex: given.noindex === true,
		structured_data: given.structured_data === true,
		page_filters: readPageFilters(given.page_filters),
		page_foot: given.page_foot !== false,
		page_intro: text(given.page_intro),
		page_summary: given.page_summary !== false,
	}
}

/** Names of tags are the team's own words, and stay private unless a person chose otherwise. */
const usualFilters: readonly PageFilter[] = ['kind', 'search']

function readPageFilters(stored: unknown): PageFilter[] {
	const given = Array.isArray(stored) ? stored : usualFilters
	return pageFilters.filter((filter) => given.includes(filter))
}

/** A six-digit colour in lower case, or null. */
export function readColor(value: unknown): string | null {
	return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null
}

function readDay(value: unknown): string | null {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
	return Number.isNaN(Date.parse(value)) ? null : value
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function ids(value: unknown): string[] {
	return texts(value).filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | null {
	return known.find((entry) => entry === value) ?? null
}
