const peak = 0.06;
const lengthS = 0.35;

/** Two soft tones; silent where the visitor has touched nothing yet, since browsers want it so. */
export function playTone(): void {
  const context = new AudioContext();
  const at = context.currentTime;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(peak, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lengthS);
  volume.connect(context.destination);
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(660, at);
  tone.frequency.setValueAtTime(880, at + 0.12);
  tone.connect(volume);
  tone.start(at);
  tone.stop(at + lengthS);
  tone.addEventListener('ended', () => void context.close());
}
