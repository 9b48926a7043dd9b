import parser from '@typescript-eslint/parser'
import n8n from 'eslint-plugin-n8n-nodes-base'

const plugins = { 'n8n-nodes-base': n8n }
const languageOptions = { parser, parserOptions: { sourceType: 'module', extraFileExtensions: ['.json'] } }
const rulesFor = (files, config, off = []) => ({
	files,
	plugins,
	languageOptions,
	rules: { ...n8n.configs[config].rules, ...Object.fromEntries(off.map((name) => [`n8n-nodes-base/${name}`, 'off'])) },
})

/** The rules of n8n's own linter, but for one: it takes addresses of documentation for names of n8n's own pages. */
export default [
	{ ignores: ['dist'] },
	rulesFor(['package.json'], 'community'),
	rulesFor(['src/credentials/**/*.ts'], 'credentials', ['cred-class-field-documentation-url-miscased']),
	rulesFor(['src/nodes/**/*.ts'], 'nodes'),
]
