<?php
/**
 * HTML of the server on its way into a page.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The static HTML of a wall with a closed list of elements and attributes; empty for anything that is no wall.
 *
 * @param string $html Body of /embed/{id}.html.
 */
function clean_wall( string $html ): string {
	$font = '';
	if ( 0 === strpos( $html, '<style data-font>' ) ) {
		$end  = (int) strpos( $html, '</style>' );
		$font = substr( $html, strlen( '<style data-font>' ), $end - strlen( '<style data-font>' ) );
		$html = substr( $html, $end + strlen( '</style>' ) );
	}
	if ( ! preg_match( '#^<plaudit-wall wall="[0-9a-f-]{36}"><template shadowrootmode="open"><style>#', $html, $start ) ) {
		return '';
	}
	// A style element ends at its first end tag, as browsers read it.
	$end = strpos( $html, '</style>' );
	$css = substr( $html, strlen( $start[0] ), (int) $end - strlen( $start[0] ) );
	if ( false === $end || ! is_own_css( $css ) ) {
		return '';
	}
	$opening = substr( $start[0], 0, -strlen( '<style>' ) );
	$rest    = preg_replace( '#</template></plaudit-wall>\s*$#D', '', substr( $html, $end + strlen( '</style>' ) ) );
	$cleaned = protect_words( wp_kses( $rest, allowed_markup(), array( 'http', 'https', 'mailto' ) ) );
	return ( '' !== $font && is_own_css( $font ) ? '<style data-font>' . $font . '</style>' : '' )
		. $opening . '<style>' . $css . '</style>' . $cleaned . '</template></plaudit-wall>';
}

/**
 * False for a style sheet that loads from another server than the Plaudit that is set.
 *
 * @param string $css Text of a style element.
 */
function is_own_css( string $css ): bool {
	$address = settings()['address'];
	if ( preg_match( '/<\/|@import|expression\s*\(|\\\\[0-9a-f]|image-set\s*\(/i', preg_replace( '/content:\s*"[^"]*"/', '', $css ) ) ) {
		return false;
	}
	preg_match_all( '/url\(\s*["\']?([^)"\']*)/i', $css, $urls );
	foreach ( $urls[1] as $url ) {
		if ( 0 !== strpos( $url, $address . '/' ) && ! preg_match( '#^/(?!/)|^\#|^data:#', $url ) ) {
			return false;
		}
	}
	return true;
}

/**
 * Elements and attributes of the layouts of walls, for wp_kses.
 *
 * @return array<string, array<string, bool>>
 */
function allowed_markup(): array {
	static $allowed = null;
	if ( null === $allowed ) {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this plugin.
		$list    = json_decode( file_get_contents( __DIR__ . '/allowed-markup.json' ), true );
		$allowed = array();
		foreach ( $list as $tag => $names ) {
			$allowed[ $tag ] = array_fill_keys( $names, true );
		}
	}
	return $allowed;
}

/**
 * Writes punctuation and digits of texts as character references. WordPress would change quotation marks, "...", ":)" and
 * "Wordpress", and run "[gallery]": a customer's words stay as they are.
 *
 * @param string $html Clean HTML.
 */
function protect_words( string $html ): string {
	$pieces = wp_html_split( $html );
	foreach ( $pieces as &$piece ) {
		$piece = isset( $piece[0] ) && '<' === $piece[0]
			? str_replace( array( '[', ']' ), array( '&#x5b;', '&#x5d;' ), $piece )
			: as_references( html_entity_decode( $piece, ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
	}
	return implode( '', $pieces );
}

/**
 * A text as HTML in which no filter of WordPress finds anything.
 *
 * @param string $text Plain text.
 */
function as_references( string $text ): string {
	$text = preg_replace_callback(
		'/[!-\/0-9:-@\[-`{-~]/',
		static function ( $found ) {
			return '&#x' . dechex( ord( $found[0] ) ) . ';';
		},
		$text
	);
	return str_replace( 'Wordpress', 'Word&#x70;ress', $text );
}
