<?php
/**
 * What the blocks and the shortcode show.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * A wall in its own look.
 *
 * @param string $name Last part of its address, or its id.
 */
function render_wall( string $name ): string {
	$id = is_id( $name ) ? $name : wall_id( $name );
	if ( null === $id ) {
		return hint( 'wall', $name );
	}
	$lang = strtolower( substr( get_bloginfo( 'language' ), 0, 2 ) );
	$html = published( "/embed/$id.html" . ( preg_match( '/^[a-z]{2}$/D', $lang ) ? "?lang=$lang" : '' ) );
	return null === $html ? hint( 'wall', $name ) : clean_wall( $html );
}

/**
 * Id of a published wall; null when there is none.
 *
 * @param string $slug Last part of its address.
 */
function wall_id( string $slug ): ?string {
	$json = is_slug( $slug ) ? published( "/functions/v1/wall?slug=$slug&limit=1" ) : null;
	$page = null === $json ? null : json_decode( $json, true, 16 );
	$id   = $page['wall']['id'] ?? null;
	return is_id( $id ) ? $id : null;
}

/**
 * Average and number of ratings, as a link to the wall.
 *
 * @param string $name Last part of the wall's address, or its id.
 */
function render_badge( string $name ): string {
	$query = is_id( $name ) ? "id=$name" : ( is_slug( $name ) ? "slug=$name" : '' );
	$json  = '' === $query ? null : published( "/functions/v1/wall?$query&limit=1" );
	$html  = null === $json ? '' : badge_link( $json );
	if ( '' === $html ) {
		return hint( 'badge', $name );
	}
	wp_enqueue_style( 'plaudit' );
	return $html;
}

/**
 * One testimonial.
 *
 * @param string $id Of a public testimonial: the last part of its public link.
 */
function render_testimonial( string $id ): string {
	$id   = strtolower( $id );
	$json = is_id( $id ) ? published( "/p/$id.json" ) : null;
	$html = null === $json ? '' : testimonial_figure( $json );
	if ( '' === $html ) {
		return hint( 'testimonial', $id );
	}
	wp_enqueue_style( 'plaudit' );
	return $html;
}

/**
 * A form: a button that opens it over the page, a frame, or a link. All three lead to the form's own page without a script.
 *
 * @param string $slug  Last part of its address.
 * @param string $show  'dialog', 'frame' or 'link'.
 * @param string $label Words of the button, or title of the frame.
 */
function render_form( string $slug, string $show = 'dialog', string $label = '' ): string {
	$address = settings()['address'];
	if ( '' === $address || ! is_slug( $slug ) ) {
		return hint( 'form', $slug );
	}
	$label = '' === trim( $label ) ? __( 'Write a testimonial', 'plaudit' ) : mb_substr( trim( $label ), 0, 120 );
	$page  = "$address/collect/$slug";
	if ( 'link' !== $show ) {
		wp_enqueue_script( 'plaudit-form', $address . '/embed/form.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters -- The server names its version by an ETag.
	}
	if ( 'frame' === $show ) {
		wp_enqueue_style( 'plaudit' );
		return '<iframe class="plaudit-form" src="' . esc_url( $page . '?embed=frame' ) . '" title="' . esc_attr( $label )
			. '" loading="lazy" allow="camera; microphone; clipboard-write" height="1000"></iframe>';
	}
	$open = 'link' === $show ? '' : ' data-plaudit-form="' . esc_attr( $slug ) . '"';
	return '<p class="plaudit-ask"><a class="wp-element-button" href="' . esc_url( $page ) . '"' . $open . '>' . as_references( $label ) . '</a></p>';
}

/**
 * A sentence in place of an empty block, for those who may edit; nothing for visitors.
 *
 * @param string $kind Of the block.
 * @param string $name That was looked for.
 */
function hint( string $kind, string $name ): string {
	if ( ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	if ( '' === settings()['address'] ) {
		$text = __( 'Plaudit: an administrator must enter the address under Settings, Plaudit.', 'plaudit' );
	} elseif ( '' === $name ) {
		/* translators: %s: wall, form, badge or testimonial. */
		$text = sprintf( __( 'Plaudit: choose the %s.', 'plaudit' ), $kind );
	} elseif ( get_transient( 'plaudit_rests' ) ) {
		$text = __( 'Plaudit: the server does not answer now. Visitors see nothing here until it does.', 'plaudit' );
	} else {
		/* translators: %s: last part of an address. */
		$text = sprintf( __( 'Plaudit: nothing is published as “%s”. Visitors see nothing here.', 'plaudit' ), mb_substr( $name, 0, 80 ) );
	}
	return '<p class="plaudit-hint">' . as_references( $text ) . '</p>';
}
