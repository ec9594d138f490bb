/**
 * Links that outlive their transport. When the connection of a {@link
 * dev.hira.link.resume.ResumableLink} breaks, its ends keep what the other has not acknowledged;
 * one of them connects again ({@link dev.hira.link.resume.Reconnector}), and both go on where they
 * were: frames arrive whole, once and in the order of sending. The other end waits for it ({@link
 * dev.hira.link.resume.AwaitedPeer}).
 *
 * <p>Reading order: {@link dev.hira.link.resume.ResumableLink}, {@link
 * dev.hira.link.resume.LinkTraffic}, {@link dev.hira.link.resume.SentFrames}, {@link
 * dev.hira.link.resume.Attachment}, {@link dev.hira.link.resume.Reconnector}.
 */
@NullMarked
package dev.hira.link.resume;

import org.jspecify.annotations.NullMarked;
