<?php
/**
 * The four blocks and the shortcode. Attributes hold names, never HTML, so that authors without unfiltered_html can use all four.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Registers blocks, shortcode, script and style. */
function register_blocks(): void {
	$folder = dirname( __DIR__ );
	$script = plugins_url( 'blocks/editor.js', $folder . '/plaudit.php' );
	$needs  = array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render' );
	wp_register_style( 'plaudit', plugins_url( 'style.css', $folder . '/plaudit.php' ), array(), VERSION );
	wp_register_script( 'plaudit-editor', $script, $needs, VERSION, true );
	wp_set_script_translations( 'plaudit-editor', 'plaudit' );
	foreach ( array( 'wall', 'form', 'badge', 'testimonial' ) as $kind ) {
		register_block_type(
			"$folder/blocks/$kind",
			array(
				'render_callback' => static function ( $attributes ) use ( $kind ) {
					$html = render_named( $kind, $attributes );
					return '' === $html ? '' : '<div ' . get_block_wrapper_attributes() . '>' . $html . '</div>';
				},
			)
		);
	}
	add_shortcode( 'plaudit', 'Plaudit\\render_shortcode' );
}

/**
 * Content of a block or shortcode.
 *
 * @param string $kind       'wall', 'form', 'badge' or 'testimonial'.
 * @param array  $attributes Texts.
 */
function render_named( string $kind, array $attributes ): string {
	$name = trim( text_of( $attributes, $kind ) );
	switch ( $kind ) {
		case 'wall':
			return render_wall( $name );
		case 'badge':
			return render_badge( $name );
		case 'testimonial':
			return render_testimonial( $name );
		case 'form':
			return render_form( $name, text_of( $attributes, 'show' ), text_of( $attributes, 'label' ) );
	}
	return '';
}

/**
 * [plaudit wall="…"], [plaudit form="…" show="frame" label="…"], [plaudit badge="…"], [plaudit testimonial="…"].
 *
 * @param mixed $given Attributes; an empty text without any.
 */
function render_shortcode( $given ): string {
	$attributes = is_array( $given ) ? $given : array();
	foreach ( array( 'wall', 'form', 'badge', 'testimonial' ) as $kind ) {
		if ( isset( $attributes[ $kind ] ) ) {
			return render_named( $kind, $attributes );
		}
	}
	return '';
}
