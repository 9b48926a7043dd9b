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

/** The rules of n8n's own linter. The addresses of documentation are written for n8n's own nodes, and the licence is this project's. */
export default [
	{ ignores: ['dist'] },
	rulesFor(['package.json'], 'community', ['community-package-json-license-not-default']),
	rulesFor(['src/credentials/**/*.ts'], 'credentials', ['cred-class-field-documentation-url-miscased']),
	rulesFor(['src/nodes/**/*.ts'], 'nodes'),
]
